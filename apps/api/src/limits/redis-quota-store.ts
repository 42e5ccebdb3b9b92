/**
 * Quotas in a Redis that several instances share.
 *
 * A request waits for Redis for a moment only; then, and while the connection is down, taking a unit rejects, and the
 * caller of the store decides what that means.
 */
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { connectRedis, withinMs } from '../redis-connection.ts';
import { flexibleQuota } from './flexible-quota.ts';
import type { QuotaStore } from './quota.ts';

/** Settings of {@link redisQuotaStore}. */
export interface RedisQuotaOptions {
  /** `redis://` or `rediss://` address. */
  url: string;
  /** Put before every key; default `archive`. */
  prefix?: string;
  /** How long a request waits for Redis, in milliseconds; default 500. */
  timeoutMs?: number;
  /** Is told of trouble with the connection. */
  onError?: (error: unknown) => void;
}

/**
 * Connects to Redis; resolves whether or not it answers, and goes on trying.
 *
 * @throws {RedisClientMissingError}
 */
export async function redisQuotaStore(options: RedisQuotaOptions): Promise<QuotaStore> {
  const { url, prefix = 'archive', timeoutMs = 500, onError = () => undefined } = options;
  const client = await connectRedis({ url, connectTimeoutMs: timeoutMs * 4, onError });
  return {
    open: (size) => {
      const quota = flexibleQuota(
        size,
        new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          keyPrefix: `${prefix}:${size.name}`,
          points: size.units,
          duration: size.windowSeconds,
        }),
      );
      return { size, take: (key, units) => withinMs(timeoutMs, quota.take(key, units)) };
    },
    close: async () => {
      client.destroy();
    },
  };
}
