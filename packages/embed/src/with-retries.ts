/**
 * Tries again what may work later, waiting longer each time and as long as the server asks.
 *
 * Only failures that say "later" are repeated: unreachable, timed out, overloaded. The waits are bounded, so that a
 * server cannot hold a build for an hour.
 */
import { setTimeout } from 'node:timers/promises';
import { EmbedderError, type EmbedderFailure } from './embedder-error.ts';

/** How often and how patiently to try. */
export interface RetryOptions {
  /** Tries after the first; default 4. */
  retries?: number;
  /** Wait before the first retry, doubled for each further one, in milliseconds; default 500. */
  firstWaitMs?: number;
  /** Longest single wait, in milliseconds, whatever the server asks; default 60,000. */
  maxWaitMs?: number;
  signal?: AbortSignal;
}

/** Runs an attempt until it succeeds, fails for good, or has been repeated often enough. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { retries = 4, firstWaitMs = 500, maxWaitMs = 60_000, signal } = options;
  for (let failed = 0; ; failed++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (failed >= retries || !mayWorkLater(error)) throw error;
      const wait = Math.max(error.retryAfterMs ?? 0, firstWaitMs * 2 ** failed);
      await pause(Math.min(wait, maxWaitMs), signal);
    }
  }
}

async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function mayWorkLater(error: unknown): error is EmbedderError {
  return error instanceof EmbedderError && LATER.has(error.failure);
}

const LATER: ReadonlySet<EmbedderFailure> = new Set(['unreachable', 'timed-out', 'overloaded']);

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 *
 * @returns milliseconds from `now`, at least 0; undefined when the header is absent or malformed
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
