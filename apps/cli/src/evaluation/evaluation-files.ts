/**
 * The files an archive is evaluated with: its gold suite and its canaries.
 */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { readCanaries, readGoldSuite } from '@archive/eval';
import type { Canary, GoldSuite } from '@archive/evaluation';
import { GOLD_SUITE_FILE } from '@archive/ingest';
import type { ArchiveAt } from '../archive-settings.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';

/** Where an archive is, and what its config says. */
export type EvaluatedAt = Pick<ArchiveAt, 'folder' | 'out' | 'config'>;

/** The file of canaries of an archive; undefined when its config declares that there are none. */
export function canariesFile({ folder, out, config: { canaries } }: EvaluatedAt): string | undefined {
  if (canaries === NO_CANARIES) return undefined;
  return canaries === undefined ? path.join(out, CANARIES_FILE) : path.resolve(folder, canaries);
}

/** The canaries of an archive; undefined when there is neither a file nor a declaration. */
export async function canariesOf(place: EvaluatedAt): Promise<readonly Canary[] | 'none' | undefined> {
  const file = canariesFile(place);
  return file === undefined ? NO_CANARIES : readCanaries(file);
}

/**
 * What to say of a `canaries.yaml` in the folder of the archive that nobody reads; undefined when there is none such.
 */
export async function unreadCanaries(place: EvaluatedAt): Promise<string | undefined> {
  const { folder, config } = place;
  const read = canariesFile(place);
  const beside = path.join(folder, CANARIES_FILE);
  if (config.canaries !== undefined || read === undefined || read === beside) return undefined;
  const isThere = await access(beside).then(
    () => true,
    () => false,
  );
  return isThere
    ? `${CANARIES_FILE} in the folder of the archive is not read, ${read} is: write \`canaries: ${CANARIES_FILE}\` into the config, or move the file there`
    : undefined;
}

/** The gold suite: the one named, else that of the config, else `gold.yaml`; undefined when the archive has none. */
export async function goldSuiteOf(
  { folder, config }: EvaluatedAt,
  named?: string,
): Promise<GoldSuite | undefined> {
  const file = named ?? path.resolve(folder, config.gold ?? GOLD_SUITE_FILE);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  // One that somebody named must be there.
  if (!isThere && named === undefined && config.gold === undefined) return undefined;
  return readGoldSuite(file, config.author);
}

/** As {@link goldSuiteOf}. @throws {CommandError} exit code 3 when there is none */
export async function goldSuiteNeeded(place: EvaluatedAt, named?: string): Promise<GoldSuite> {
  const suite = await goldSuiteOf(place, named);
  if (suite !== undefined) return suite;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: 'the archive has no gold suite',
    help: `write questions and what they should find into ${GOLD_SUITE_FILE}, as docs/how-to/prove-your-archive.md shows`,
  });
}

const NO_CANARIES = 'none';
const CANARIES_FILE = 'canaries.yaml';
