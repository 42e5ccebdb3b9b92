/**
 * A model that has so long and no longer: to write, to correct and for whatever lies between, all calls together.
 *
 * To whoever asks, a time that is used up and a server that is about to stop look like a model that gives no reply.
 */
import type { AnswerModel } from './answer-model.ts';

/**
 * Binds a model to a signal: its calls end when that fires, whether or not the model looks at signals.
 *
 * @param until  fires when there is no more time
 */
export function boundedModel(model: AnswerModel, until: AbortSignal): AnswerModel {
  return {
    model: model.model,
    ...(model.host === undefined ? {} : { host: model.host }),
    generate: async (prompt, { signal } = {}) => {
      const stop = signal === undefined ? until : AbortSignal.any([signal, until]);
      stop.throwIfAborted();
      let fail: (() => void) | undefined;
      const ended = new Promise<never>((_, reject) => {
        fail = (): void => reject(stop.reason as Error);
        stop.addEventListener('abort', fail, { once: true });
      });
      try {
        return await Promise.race([model.generate(prompt, { signal: stop }), ended]);
      } finally {
        if (fail !== undefined) stop.removeEventListener('abort', fail);
      }
    },
  };
}
