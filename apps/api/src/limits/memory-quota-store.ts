/**
 * Quotas in the memory of one process, for so many keys and no more.
 *
 * Who was not seen for longest is forgotten first and starts anew: somebody with more addresses than there is room for
 * has as many budgets as addresses in any case, and nobody else is locked out by them.
 */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { flexibleQuota } from './flexible-quota.ts';
import type { QuotaStore } from './quota.ts';

/** Keys a quota remembers: some 30 MB when every place is taken. */
const KEYS_MAX = 50_000;

/** Makes a store in memory. */
export function memoryQuotaStore({ keysMax = KEYS_MAX }: { keysMax?: number } = {}): QuotaStore {
  return {
    open: (size) => {
      const limiter = new RateLimiterMemory({ points: size.units, duration: size.windowSeconds });
      const seen = new LRUCache<string, true>({
        max: keysMax,
        dispose: (_, key, reason) => {
          if (reason === 'evict') void limiter.delete(key);
        },
      });
      const quota = flexibleQuota(size, limiter);
      return {
        size,
        take: (key, units) => {
          seen.set(key, true);
          return quota.take(key, units);
        },
      };
    },
    close: () => Promise.resolve(),
  };
}
