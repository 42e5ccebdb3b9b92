/**
 * Quotas in a Redis that several instances share. The only file that knows `@redis/client`, an optional peer.
 *
 * A request waits for Redis for a moment only; then, and while the connection is down, taking a unit rejects, and the
 * caller of the store decides what that means.
 */
import { ArchiveError } from '@archive/contract';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { flexibleQuota } from './flexible-quota.ts';
import type { QuotaStore } from './quota.ts';

/** Raised when the client library is not installed. */
export class RedisClientMissingError extends ArchiveError {
  constructor(cause: unknown) {
    super('redis-client-missing', {
      message: 'limits are to be kept in Redis, and `@redis/client` is not installed',
      help: 'install it beside the archive: npm install @redis/client',
      cause,
    });
  }
}

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
  const { createClient } = await import('@redis/client').catch((cause: unknown) => {
    throw new RedisClientMissingError(cause);
  });
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: timeoutMs * 4, reconnectStrategy: (tries) => Math.min(tries * 100, 2000) },
  });
  client.on('error', onError);
  const connecting = client.connect().catch(onError);
  await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, timeoutMs * 4).unref())]);
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
      return { size, take: (key, units) => within(timeoutMs, quota.take(key, units)) };
    },
    close: async () => {
      client.destroy();
    },
  };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
