/**
 * A model that has so long and no longer: to write, to correct and for whatever lies between, all calls together.
 *
 * To whoever asks, a time that is used up and a server that is about to stop look like a model that gives no reply.
 */
import type { AnswerModel } from './answer-model.ts';
import { timedOut } from './endpoint-failure.ts';

/**
 * Binds a model to a signal: its calls end when that fires, whether or not the model looks at signals.
 *
 * @param until  fires when there is no more time; when it is an `AbortSignal.timeout`, calls end in a `ModelError` of
 *   `timed-out`, else in its reason
 * @param timeoutMs  how long that was, for the words of the error
 */
export function boundedModel(model: AnswerModel, until: AbortSignal, timeoutMs?: number): AnswerModel {
  const { host, address } = model;
  const ending = (stop: AbortSignal): Error =>
    until.aborted && stop.reason === until.reason && isTimeout(until.reason)
      ? timedOut(address ?? model.model, timeoutMs)
      : (stop.reason as Error);
  return {
    model: model.model,
    ...(host === undefined ? {} : { host }),
    ...(address === undefined ? {} : { address }),
    generate: async (prompt, { signal } = {}) => {
      const stop = signal === undefined ? until : AbortSignal.any([signal, until]);
      if (stop.aborted) throw ending(stop);
      let fail: (() => void) | undefined;
      const ended = new Promise<never>((_, reject) => {
        fail = (): void => reject(ending(stop));
        stop.addEventListener('abort', fail, { once: true });
      });
      try {
        // Whichever hears of the end first, it ends in the same words.
        const said = model.generate(prompt, { signal: stop }).catch((error: unknown) => {
          throw stop.aborted && error === stop.reason ? ending(stop) : error;
        });
        return await Promise.race([said, ended]);
      } finally {
        if (fail !== undefined) stop.removeEventListener('abort', fail);
      }
    },
  };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
