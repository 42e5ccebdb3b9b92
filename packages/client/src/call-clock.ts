/**
 * The one clock of a call: it ends when the caller aborts or when the time is used up, whatever is being waited for.
 *
 * Everything a call waits for goes through `until`, so a `fetch` that ignores its signal, a body that never ends and a
 * wait between attempts all end at the same moment, and none leaves a timer or a listener behind.
 */
import { ArchiveClientError } from './archive-client-error.ts';

/** The clock of one call. */
export interface CallClock {
  /** Fires when the call has to end; give it to whatever can be told. */
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  left(): number;
  /** Waits for work, or rejects as soon as the call has to end. */
  until<T>(work: Promise<T>): Promise<T>;
  /** Waits this long, or rejects as soon as the call has to end. */
  pause(ms: number): Promise<void>;
  /** Why the call has to end: the caller's reason, or a time-out; undefined while it may go on. */
  ended(): { reason: unknown } | undefined;
  /** Must be called at the end. */
  stop(): void;
}

/**
 * Starts the clock.
 *
 * @throws the reason of a signal that is aborted already
 */
export function startClock(timeoutMs: number, caller?: AbortSignal): CallClock {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const deadline = performance.now() + timeoutMs;
  let ended: { reason: unknown } | undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const end = new Promise<never>((_, rejectEnd) => {
    reject = rejectEnd;
  });
  end.catch(() => undefined);
  const finish = (reason: unknown): void => {
    if (ended !== undefined) return;
    ended = { reason };
    controller.abort(reason);
    reject(reason);
  };
  const onAbort = (): void => finish(caller?.reason);
  const timer = setTimeout(() => finish(timedOut(timeoutMs)), timeoutMs);
  caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    left: () => Math.max(0, deadline - performance.now()),
    until: (work) => Promise.race([work, end]),
    pause: async (ms) => {
      let pausing: ReturnType<typeof setTimeout> | undefined;
      const pause = new Promise<void>((resolve) => {
        pausing = setTimeout(resolve, ms);
      });
      try {
        await Promise.race([pause, end]);
      } finally {
        clearTimeout(pausing);
      }
    },
    ended: () => ended,
    stop: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

function timedOut(timeoutMs: number): ArchiveClientError {
  return new ArchiveClientError('timeout', {
    message: `the archive did not answer within ${timeoutMs} ms`,
    help: 'ask again later, or allow more time with timeoutMs',
  });
}
