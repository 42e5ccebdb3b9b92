/**
 * `archive desk`: the author's page over an archive, on this machine alone.
 *
 * Prints a link that signs in the browser that opens it first. Enter prints another. Ends on SIGINT, SIGTERM, or when
 * the process that started it is gone.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { startDesk } from '@archive/desk';
import { archiveAt } from '../archive-settings.ts';
import { CommandError, systemReason } from '../command-error.ts';
import type { CommandContext } from '../command-context.ts';
import { endOnSignal } from '../end-on-signal.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';
import { debugOption } from '../print-stack.ts';
import { parsePort } from '../start-options.ts';

/** The port when none is given. */
export const DESK_PORT = 8788;

/** Runs the command; resolves only when the desk could not be started. */
export async function desk(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, isOutGiven } = await archiveAt(cwd, folder, options);
  const port = options['port'] === undefined ? DESK_PORT : parsePort(String(options['port']));
  output.note('reading the archive …');
  const running = await startDesk({
    folder: absolute,
    out,
    isOutGiven,
    port,
    ...debugOption(),
  }).catch((cause: unknown) => {
    const reason = systemReason(cause);
    if (reason === undefined) throw cause;
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: `the desk cannot listen on port ${port}: ${reason}`,
      help: 'choose another port with --port, or 0 for a free one',
      cause,
    });
  });
  endOnSignal(() => running.close());
  const link = running.newLink();
  output.line(`desk ${link}`);
  output.document({ url: link });
  output.note('the link works once, within ten minutes; it shows private text to whoever opens it');
  process.send?.({ url: link });
  if (process.stdin.isTTY === true) {
    output.note('Enter prints a new one; Ctrl-C ends');
    createInterface({ input: process.stdin }).on('line', () => output.line(`desk ${running.newLink()}`));
  }
  return new Promise(() => undefined);
}
