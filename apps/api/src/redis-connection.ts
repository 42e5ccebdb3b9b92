/**
 * A connection to a Redis that several instances share. The only file that knows `@redis/client`, an optional peer.
 *
 * While the connection is down, commands reject at once instead of waiting for it.
 */
import { ArchiveError } from '@archive/contract';

/** Raised when the client library is not installed. */
class RedisClientMissingError extends ArchiveError {
  constructor(cause: unknown) {
    super('redis-client-missing', {
      message: 'something is to be kept in Redis, and `@redis/client` is not installed',
      help: 'install it beside the archive: npm install @redis/client',
      cause,
    });
  }
}

/** Settings of {@link connectRedis}. */
export interface RedisConnectionOptions {
  /** `redis://` or `rediss://` address. */
  url: string;
  /** How long to wait for the first answer, in milliseconds; default 2,000. */
  connectTimeoutMs?: number;
  /** Is told of trouble with the connection. */
  onError?: (error: unknown) => void;
}

/** A client of Redis. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/**
 * Connects; resolves whether or not Redis answers, and goes on trying.
 *
 * @throws {RedisClientMissingError}
 */
export async function connectRedis({
  url,
  connectTimeoutMs = 2000,
  onError = () => undefined,
}: RedisConnectionOptions) {
  const { createClient } = await import('@redis/client').catch((cause: unknown) => {
    throw new RedisClientMissingError(cause);
  });
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries) => Math.min(tries * 100, 2000),
    },
  });
  client.on('error', onError);
  const connecting = client.connect().catch(onError);
  await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, connectTimeoutMs).unref())]);
  return client;
}

/** Gives up waiting for Redis after a moment. */
export async function withinMs<Value>(ms: number, work: Promise<Value>): Promise<Value> {
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
