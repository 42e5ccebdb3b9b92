/**
 * Makes the limits of a server from its settings, with a word in the log when their store fails and when it is back.
 */
import { createLimits, type Limits, type LimitsOptions } from './limits/limits.ts';
import { redisQuotaStore } from './limits/redis-quota-store.ts';
import type { Meters } from './metrics/meters.ts';
import { errorName, type Log } from './request-log.ts';

/** What an operator sets about limits. */
export interface LimitSettings
  extends Pick<LimitsOptions, 'requestsPerMinute' | 'embeddingsPerDay' | 'answersPerDay'> {
  /** Address of a Redis that several instances share; default: the memory of this process. */
  redisUrl?: string;
}

/** Milliseconds without a failure after which the store counts as working again. */
const QUIET_MS = 10_000;

/** Makes them; resolves whether or not the store answers. */
export async function serverLimits(
  { redisUrl, ...sizes }: LimitSettings,
  { log, meters }: { log: Log; meters: Meters },
): Promise<Limits> {
  let quiet: NodeJS.Timeout | undefined;
  const onStoreError = (error: unknown): void => {
    meters.countStoreError();
    if (quiet === undefined) log({ event: 'limit-store', state: 'failed', error: errorName(error) });
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      quiet = undefined;
      log({ event: 'limit-store', state: 'works' });
    }, QUIET_MS).unref();
  };
  if (redisUrl === undefined) return createLimits({ ...sizes, onStoreError });
  const store = await redisQuotaStore({ url: redisUrl, onError: onStoreError });
  const limits = createLimits({ ...sizes, store, onStoreError });
  return {
    ...limits,
    close: async () => {
      clearTimeout(quiet);
      await limits.close();
    },
  };
}
