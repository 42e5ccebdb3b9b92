/**
 * A quota over a limiter of rate-limiter-flexible, which says "no" by rejecting.
 */
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Quota, QuotaSize, Taken } from './quota.ts';

/** Makes a quota of a limiter; what the limiter rejects with besides a verdict is an error of its store. */
export function flexibleQuota(size: QuotaSize, limiter: Pick<RateLimiterAbstract, 'consume'>): Quota {
  return {
    size,
    take: (key, units = 1) =>
      limiter.consume(key, units).then(
        (verdict) => taken(verdict, true),
        (reason: unknown) => {
          if (reason instanceof RateLimiterRes) return taken(reason, false);
          throw reason;
        },
      ),
  };
}

function taken({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): Taken {
  return {
    isAllowed,
    left: isAllowed ? remainingPoints : 0,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
