/**
 * Opens the ledger of a server where it is kept, with a word in the log on every alarm.
 *
 * A ledger that another process writes, or that is damaged, is an error at once. One that cannot be written for another
 * reason (a full disk, a read-only one) is tried again: until it can be, nothing private is released.
 */
import { createLedger, type DisclosureLedger, type GlobalRule } from './ledger/disclosure-ledger.ts';
import { openFileLedgerStore } from './ledger/file-store.ts';
import { LedgerDamagedError } from './ledger/ledger-log.ts';
import type { LedgerStore } from './ledger/ledger-store.ts';
import { openRedisLedgerStore } from './ledger/redis-store.ts';
import { createRetryingStore } from './ledger/retrying-store.ts';
import { LedgerLockedError } from './ledger/single-writer.ts';
import { errorName, type Log } from './request-log.ts';

/** What an operator sets about the ledger. */
export interface ServerLedgerSettings {
  /** Folder it is kept in, made when there is none. */
  folder: string;
  /** Address of a Redis database of this archive alone, which several instances share; then nothing is kept in the folder. */
  redisUrl?: string;
  /** What the total over all callers does when it is reached; default `alarm`. */
  global?: GlobalRule;
}

/**
 * Opens it.
 *
 * @throws {LedgerLockedError | LedgerDamagedError | RedisClientMissingError}
 */
export async function serverLedger(settings: ServerLedgerSettings, log: Log): Promise<DisclosureLedger> {
  const { global } = settings;
  return createLedger({
    store: await storeOf(settings),
    ...(global === undefined ? {} : { global }),
    onAlarm: (alarm) => {
      if (alarm.alarm === 'unavailable')
        log({ event: 'ledger-alarm', alarm: alarm.alarm, error: errorName(alarm.error) });
      else if (alarm.alarm === 'work-total')
        log({ event: 'ledger-alarm', alarm: alarm.alarm, kind: alarm.kind });
      else log({ event: 'ledger-alarm', alarm: alarm.alarm });
    },
  });
}

async function storeOf({ folder, redisUrl }: ServerLedgerSettings): Promise<LedgerStore> {
  if (redisUrl !== undefined) return openRedisLedgerStore({ url: redisUrl });
  const open = (): Promise<LedgerStore> => openFileLedgerStore(folder);
  const first = await open().catch((error: unknown) => {
    if (error instanceof LedgerLockedError || error instanceof LedgerDamagedError) throw error;
    return undefined;
  });
  return first ?? createRetryingStore(open);
}
