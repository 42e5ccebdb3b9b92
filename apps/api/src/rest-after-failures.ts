/**
 * Leaves an embedder or a reranker alone for a while when it failed several times in a row, so that not every question
 * waits for it.
 *
 * When the rest is over one question tries; until it is known how that went, the others go on without.
 */

/** Says whether somebody is asked. */
export interface Rest<Asked extends object> {
  /** Whether to ask it now; a true after a rest is for one question alone. */
  mayAsk(asked: Asked): boolean;
  /** Notes how it went. */
  note(asked: Asked, how: 'worked' | 'failed'): void;
}

/** Failures in a row after which it rests. */
const FAILURES_BEFORE_REST = 3;
/** How long it rests, in milliseconds: as long as callers are told to wait. */
const REST_MS = 5_000;

/** Makes one; `now` in milliseconds, from anywhere. */
export function restAfterFailures<Asked extends object>(
  now: () => number = () => performance.now(),
): Rest<Asked> {
  const records = new WeakMap<Asked, { failures: number; restsUntil: number }>();
  return {
    mayAsk(asked) {
      const record = records.get(asked);
      if (record === undefined || record.failures < FAILURES_BEFORE_REST) return true;
      if (now() < record.restsUntil) return false;
      record.restsUntil = now() + REST_MS;
      return true;
    },
    note(asked, how) {
      if (how === 'worked') {
        records.delete(asked);
        return;
      }
      const failures = (records.get(asked)?.failures ?? 0) + 1;
      records.set(asked, { failures, restsUntil: now() + REST_MS });
    },
  };
}
