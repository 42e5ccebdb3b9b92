/**
 * Knows which answers are under way, so that a server can stop without cutting any short, and can cut short those that
 * began before something was taken down.
 */
import type { Server, ServerResponse } from 'node:http';
import { isHeldBack } from './answers/held-back.ts';

/** The answers under way on one server. */
export interface AnswersInFlight {
  count(): number;
  /**
   * Ends, after a while, the connections of answers that are being sent now and still are then. What holds nothing of the
   * archive yet goes on: it is looked at once more before it does.
   */
  cutAfter(ms: number): void;
  /** Stops listening, lets what is under way finish for so long at most, and ends what is left. */
  drain(ms: number): Promise<void>;
}

/** Follows the answers of a server; call it before anything else listens for its requests. */
export function answersInFlight(server: Server): AnswersInFlight {
  const open = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (isDraining) response.setHeader('connection', 'close');
  });
  return {
    count: () => open.size,
    cutAfter(ms) {
      const now = [...open];
      // An answer that was ready has begun to leave by then; one that has not is looked at again.
      setTimeout(() => {
        const leaving = now.filter((response) => response.headersSent && !isHeldBack(response));
        setTimeout(() => {
          for (const response of leaving) if (open.has(response)) response.destroy();
        }, ms - LEAVING_MS).unref();
      }, LEAVING_MS).unref();
    },
    async drain(ms) {
      isDraining = true;
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const until = performance.now() + ms;
      while (open.size > 0 && performance.now() < until) await pause(POLL_MS);
      server.closeIdleConnections();
      // What an answer left in the buffers of the system gets a moment; a connection without one gets none.
      await pause(POLL_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const POLL_MS = 20;
/** Time in which an answer that is ready begins to leave. */
const LEAVING_MS = 250;
