/**
 * The meters of a ledger in a folder, read beside the server that writes it: nothing is locked and nothing written.
 */
import type { RetrievalIndex } from '@archive/retrieve';
import type { WorkMeter } from './disclosure-ledger.ts';
import { metersOf } from './disclosure-ledger.ts';
import { readLedgerFolder } from './file-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import { FACES_SECRET, ReleaseKeys } from './release-keys.ts';

/**
 * Reads them, for the private works of a served index.
 *
 * @returns undefined when the folder holds no ledger yet
 * @throws {LedgerDamagedError}
 */
export async function ledgerFolderMeters(
  folder: string,
  index: RetrievalIndex,
  now: Date,
): Promise<WorkMeter[] | undefined> {
  const read = await readLedgerFolder(folder);
  return read === undefined ? undefined : readMeters(read, index, now);
}

/** The meters of a ledger that is only read. */
export async function readMeters(
  read: Pick<LedgerStore, 'existingSecret' | 'totals'>,
  index: RetrievalIndex,
  now: Date,
): Promise<WorkMeter[]> {
  const secret = await read.existingSecret(FACES_SECRET);
  // Nobody got anything private yet.
  if (secret === undefined) return metersOf(new ReleaseKeys(new Uint8Array(), index), []);
  return metersOf(new ReleaseKeys(secret, index), await read.totals(now.getTime()));
}
