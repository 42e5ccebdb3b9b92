import { describe, expect, it } from 'vitest';
import type { AnswerModel, ModelReply } from './answer-model.ts';
import { boundedModel } from './bounded-model.ts';

const PROMPT = { instructions: '', input: '', format: { name: 'answer', schema: {} } };
const REPLY: ModelReply = { text: 'yes', isDeclined: false, isTruncated: false };

/** A model that never replies and looks at no signal. */
const deaf: AnswerModel = { model: 'test:deaf', generate: () => new Promise(() => undefined) };

describe('a bounded model', () => {
  it('is the model it was made from', async () => {
    const model: AnswerModel = { model: 'test:m', host: 'h', generate: async () => REPLY };
    const bounded = boundedModel(model, new AbortController().signal);
    expect([bounded.model, bounded.host, await bounded.generate(PROMPT)]).toEqual(['test:m', 'h', REPLY]);
  });

  it('ends when the time is used up, though the model goes on', async () => {
    const bounded = boundedModel(deaf, AbortSignal.timeout(5), 5);
    await expect(bounded.generate(PROMPT)).rejects.toMatchObject({
      failure: 'timed-out',
      message: 'test:deaf timed out after 0.005 s',
    });
  });

  it('ends in the same words when the model looks at its signal, alone or with another end', async () => {
    const listening: AnswerModel = {
      model: 'test:listening',
      address: 'http://localhost:1/v1',
      generate: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        }),
    };
    const until = AbortSignal.any([AbortSignal.timeout(5), new AbortController().signal]);
    await expect(boundedModel(listening, until, 60_000).generate(PROMPT)).rejects.toMatchObject({
      failure: 'timed-out',
      message: 'http://localhost:1/v1 timed out after 60 s',
    });
  });

  it('is not asked when there is no time left', async () => {
    let asked = 0;
    const model: AnswerModel = {
      model: 'test:m',
      generate: async () => {
        asked += 1;
        return REPLY;
      },
    };
    await expect(boundedModel(model, AbortSignal.abort(new Error('over'))).generate(PROMPT)).rejects.toThrow(
      'over',
    );
    expect(asked).toBe(0);
  });

  it('ends with the caller, and with the reason of the caller', async () => {
    const caller = new AbortController();
    const call = boundedModel(deaf, new AbortController().signal).generate(PROMPT, { signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
  });

  it('hands the model a signal that fires with either', async () => {
    const seen: AbortSignal[] = [];
    const until = new AbortController();
    const model: AnswerModel = {
      model: 'test:m',
      generate: async (_, { signal } = {}) => {
        if (signal !== undefined) seen.push(signal);
        return REPLY;
      },
    };
    await boundedModel(model, until.signal).generate(PROMPT);
    until.abort();
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
