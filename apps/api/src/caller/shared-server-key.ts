/**
 * The secret of servers that count the same callers in one Redis: the first offers its own, and all take what is there.
 *
 * Each with the key of its own folder would give every caller as many budgets as there are servers.
 */
import { connectRedis, withinMs } from '../redis-connection.ts';

/** Settings of {@link agreeOnKey}. */
export interface SharedKeySettings {
  /** `redis://` or `rediss://` address. */
  url: string;
  /** How long to wait for Redis, in milliseconds; default 2,000. */
  timeoutMs?: number;
}

/**
 * Keeps a key where there is none yet.
 *
 * @returns the key that is there
 */
export async function agreeOnKey(
  offered: string,
  { url, timeoutMs = 2000 }: SharedKeySettings,
): Promise<string> {
  const client = await connectRedis({ url, connectTimeoutMs: timeoutMs });
  try {
    await withinMs(timeoutMs, client.set(NAME, offered, { condition: 'NX' }));
    const kept = await withinMs(timeoutMs, client.get(NAME));
    if (kept === null) throw new TypeError('Redis kept no key');
    return kept;
  } finally {
    client.destroy();
  }
}

const NAME = '{archive:server}:key';
