/**
 * Tells an answer as it is made, as server-sent events: steps at once; mode, sentences and the whole when all of it was
 * checked.
 *
 * Invariant: until the whole answer is ready, and nothing was taken down while it was made, only names of steps are sent.
 * What goes wrong after the first byte is an event `error` that holds the problem document.
 */
import { eventStream, type SendEvent } from '@archive/answer';
import { ANSWER_STEPS, type AnswerStep, type WireProblem } from '@archive/contract';
import type { Context } from 'hono';
import { upToDate } from '../up-to-date.ts';
import { indexUnavailable } from '../wire-error.ts';
import { holdBack, letGo } from './held-back.ts';

/** What a stream is made of. */
export interface AnswerStreamParts<Made> {
  /** Makes what is to be told, from what is served now. */
  make: (onStep: (step: AnswerStep) => void, signal: AbortSignal) => Promise<Made>;
  /** Sends it, all at once. */
  tell: (made: Made, send: SendEvent) => void;
  /** Grows whenever something is taken down. */
  epoch: () => number;
  /** What the reader is told of a failure. */
  problem: (error: unknown) => WireProblem;
}

/** Sends what is made as events, with the steps before it. */
export function streamAnswer<Made>(
  c: Context,
  { make, tell, epoch, problem }: AnswerStreamParts<Made>,
): Response {
  const { outgoing } = (c.env ?? {}) as { outgoing?: object };
  if (outgoing !== undefined) holdBack(outgoing);
  const body = eventStream(
    async (send, signal) => {
      const onStep = eachOnce((step) => send('step', { event: 'step', step }));
      try {
        const made = await upToDate(
          epoch,
          () => make(onStep, signal),
          () => {
            throw indexUnavailable();
          },
        );
        if (outgoing !== undefined) letGo(outgoing);
        tell(made, send);
      } catch (error) {
        if (!signal.aborted) send('error', problem(error));
      }
    },
    { signal: c.req.raw.signal },
  );
  c.header('content-type', 'text/event-stream; charset=utf-8');
  c.header('cache-control', 'private, no-store');
  // Proxies that gather a body before they pass it on would keep the steps until the end.
  c.header('x-accel-buffering', 'no');
  return c.body(body);
}

/** Steps go forward: an answer that is made again does not begin to search once more, as far as its reader is told. */
function eachOnce(tell: (step: AnswerStep) => void): (step: AnswerStep) => void {
  let furthest = -1;
  return (step) => {
    const at = ANSWER_STEPS.indexOf(step);
    if (at <= furthest) return;
    furthest = at;
    tell(step);
  };
}
