/**
 * Leaves an embedder alone for a while when it failed several times in a row, so that not every question waits for it.
 *
 * When the rest is over one question tries; until it is known how that went, the others go on without.
 */
import type { Embedder } from '@archive/embed';

/** Says whether an embedder is asked. */
export interface Rest {
  /** Whether to ask it now; a true after a rest is for one question alone. */
  mayAsk(embedder: Embedder): boolean;
  /** Notes how it went. */
  note(embedder: Embedder, how: 'worked' | 'failed'): void;
}

/** Failures in a row after which an embedder rests. */
const FAILURES_BEFORE_REST = 3;
/** How long it rests, in milliseconds: as long as callers are told to wait. */
const REST_MS = 5_000;

/** Makes one; `now` in milliseconds, from anywhere. */
export function restAfterFailures(now: () => number = () => performance.now()): Rest {
  const records = new WeakMap<Embedder, { failures: number; restsUntil: number }>();
  return {
    mayAsk(embedder) {
      const record = records.get(embedder);
      if (record === undefined || record.failures < FAILURES_BEFORE_REST) return true;
      if (now() < record.restsUntil) return false;
      record.restsUntil = now() + REST_MS;
      return true;
    },
    note(embedder, how) {
      if (how === 'worked') {
        records.delete(embedder);
        return;
      }
      const failures = (records.get(embedder)?.failures ?? 0) + 1;
      records.set(embedder, { failures, restsUntil: now() + REST_MS });
    },
  };
}
