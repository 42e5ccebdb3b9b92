/**
 * The answer of every command that needs a published index where there is none.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/** The error; `cause` says why a published index cannot be read. */
export function nothingPublished(cause?: unknown): CommandError {
  return new CommandError(EXIT_ENVIRONMENT, {
    message: `nothing is published here${cause === undefined ? '' : ' that can be read'}`,
    help: 'run `archive build` first, or name the index folder with --out',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Makes sure that a generation is published. @throws {CommandError} exit code 3 */
export async function refuseUnpublished(out: string): Promise<void> {
  const facts = await stat(path.join(out, 'current.json')).catch(() => undefined);
  if (facts === undefined) throw nothingPublished();
}
