/**
 * The meters of a ledger in Redis, read beside the servers that write it: nothing is written, no secret is made.
 */
import type { RetrievalIndex } from '@archive/retrieve';
import type { WorkMeter } from './disclosure-ledger.ts';
import { readMeters } from './folder-meters.ts';
import { openRedisLedgerStore, type RedisLedgerSettings } from './redis-store.ts';

/**
 * Reads them, for the private works of a served index.
 *
 * @throws when Redis does not answer
 */
export async function ledgerRedisMeters(
  settings: RedisLedgerSettings,
  index: RetrievalIndex,
  now: Date,
): Promise<WorkMeter[]> {
  const store = await openRedisLedgerStore(settings);
  try {
    return await readMeters(store, index, now);
  } finally {
    await store.close();
  }
}
