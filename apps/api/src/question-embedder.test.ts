import { createNgramEmbedder, type Embedder, EmbedderError } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { createLimits } from './limits/limits.ts';
import { memoryQuotaStore } from './limits/memory-quota-store.ts';
import {
  createQuestionEmbedder,
  type EmbedOutcome,
  type QuestionEmbedderOptions,
} from './question-embedder.ts';
import type { WireError } from './wire-error.ts';

/** An embedder that answers when it is told to, and notes what it was asked and whether it was called off. */
function patient(): Embedder & {
  calls: { texts: readonly string[]; isOff: () => boolean; answer: () => void }[];
} {
  const real = createNgramEmbedder();
  const calls: { texts: readonly string[]; isOff: () => boolean; answer: () => void }[] = [];
  return {
    ...real,
    calls,
    embed: (texts, options) =>
      new Promise((resolve) => {
        calls.push({
          texts,
          isOff: () => options?.signal?.aborted === true,
          answer: () => void real.embed(texts).then(resolve),
        });
      }),
  };
}

function make(options: Partial<QuestionEmbedderOptions> = {}) {
  const outcomes: EmbedOutcome[] = [];
  const questions = createQuestionEmbedder({
    timeoutMs: 20_000,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  });
  const embedder = createNgramEmbedder();
  return {
    outcomes,
    embedder,
    questions,
    ask: (text: string, more: Partial<Parameters<typeof questions.embed>[0]> = {}) =>
      questions.embed({ text, caller: 'a', lane: 'anonymous', embedder, ...more }),
  };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('a question', () => {
  it('is embedded once for one caller, and again for another, on another lane and by another model', async () => {
    const { ask, outcomes, embedder } = make();
    const first = await ask('harbour bell');
    expect(await ask('harbour bell')).toBe(first);
    await ask('harbour bell', { caller: 'b' });
    await ask('harbour bell', { lane: 'authorised' });
    await ask('harbour bell', { embedder: { ...embedder, model: 'other/1' } });
    expect(outcomes).toEqual(['embedded', 'cached', 'embedded', 'embedded', 'embedded']);
  });

  it('cannot pass for that of another caller by the way it is written', async () => {
    const { ask, outcomes } = make();
    const { model } = createNgramEmbedder();
    await ask('bell', { caller: 'a' });
    await ask(`a\n${model}\nbell`, { caller: 'anonymous' });
    await ask(`${model}\nbell`, { caller: 'a' });
    expect(outcomes).toEqual(['embedded', 'embedded', 'embedded']);
  });

  it('asked twice at a time goes out once; for two callers, twice', async () => {
    const { ask, outcomes } = make();
    const embedder = patient();
    const both = [
      ask('bell', { embedder }),
      ask('bell', { embedder }),
      ask('bell', { embedder, caller: 'b' }),
    ];
    await soon();
    expect(embedder.calls).toHaveLength(2);
    for (const { answer } of embedder.calls) answer();
    const [one, two, other] = await Promise.all(both);
    expect([one === two, other === one]).toEqual([true, false]);
    expect(outcomes).toEqual(['joined', 'embedded', 'embedded']);
  });

  it('is called off when nobody waits for it any more, and not before', async () => {
    const { ask } = make();
    const embedder = patient();
    const [left, right] = [new AbortController(), new AbortController()];
    const waits = [
      ask('bell', { embedder, signal: left.signal }),
      ask('bell', { embedder, signal: right.signal }),
    ];
    const ends = Promise.allSettled(waits);
    await soon();
    left.abort(new Error('left'));
    await soon();
    expect(embedder.calls.map(({ isOff }) => isOff())).toEqual([false]);
    right.abort(new Error('right'));
    await soon();
    expect(embedder.calls.map(({ isOff }) => isOff())).toEqual([true]);
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    // Whoever asks next starts anew.
    const next = ask('bell', { embedder });
    await soon();
    embedder.calls[1]?.answer();
    expect((await next).queryVector).toHaveLength(512);
  });

  it('that failed is not kept', async () => {
    const { ask, outcomes } = make();
    const real = createNgramEmbedder();
    let calls = 0;
    const embedder: Embedder = {
      ...real,
      embed: (texts) => (++calls === 1 ? Promise.reject(new Error('down')) : real.embed(texts)),
    };
    await expect(ask('bell', { embedder })).rejects.toMatchObject({ wireCode: 'embedder-unavailable' });
    expect((await ask('bell', { embedder })).queryVector).toHaveLength(512);
    expect(outcomes).toEqual(['failed', 'embedded']);
  });

  it('does not wait for an embedder that failed three times in a row; one tries every five seconds', async () => {
    let [clock, calls, isDown] = [0, 0, true];
    const { ask, outcomes } = make({ now: () => clock });
    const real = createNgramEmbedder();
    const embedder: Embedder = {
      ...real,
      embed: (texts) => {
        calls += 1;
        return isDown ? Promise.reject(new Error('down')) : real.embed(texts);
      },
    };
    const asked = async (text: string): Promise<string> =>
      await ask(text, { embedder }).then(
        () => 'embedded',
        (error: WireError) => error.wireCode,
      );
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      expect(await asked(text)).toBe('embedder-unavailable');
    expect(calls).toBe(3);
    clock = 5_000;
    expect([await asked('six'), await asked('seven'), calls]).toEqual([
      'embedder-unavailable',
      'embedder-unavailable',
      4,
    ]);
    isDown = false;
    clock = 9_999;
    expect([await asked('eight'), calls]).toEqual(['embedder-unavailable', 4]);
    clock = 10_000;
    expect([await asked('nine'), await asked('ten'), calls]).toEqual(['embedded', 'embedded', 6]);
    expect(new Set(outcomes)).toEqual(new Set(['failed', 'embedded']));
    // Another embedder is another matter.
    expect((await ask('bell')).queryVector).toHaveLength(512);
  });

  it('that an embedder will not take puts it to no rest for others, and ends one: it answered', async () => {
    let [clock, isDown] = [0, false];
    const { ask } = make({ now: () => clock });
    const real = createNgramEmbedder();
    const refusal = new EmbedderError('refused', { message: 'will not take it', status: 400 });
    const embedder: Embedder = {
      ...real,
      embed: (texts) => {
        if (isDown) return Promise.reject(new Error('down'));
        return texts.some((text) => text.startsWith('odd')) ? Promise.reject(refusal) : real.embed(texts);
      },
    };
    const fails = async (text: string): Promise<void> =>
      await expect(ask(text, { embedder })).rejects.toMatchObject({ wireCode: 'embedder-unavailable' });
    for (const text of ['odd one', 'odd two', 'odd three', 'odd four']) await fails(text);
    expect((await ask('even', { embedder })).queryVector).toHaveLength(512);
    isDown = true;
    for (const text of ['one', 'two', 'three']) await fails(text);
    [clock, isDown] = [5_000, false];
    await fails('odd five');
    expect((await ask('four', { embedder })).queryVector).toHaveLength(512);
  });

  it('that its caller gave up, or that holds nothing, says nothing about the embedder', async () => {
    const { ask } = make({ now: () => 0 });
    const embedder = patient();
    for (const text of ['one', 'two', 'three', 'four']) {
      const abort = new AbortController();
      const asked = ask(text, { embedder, signal: abort.signal });
      await soon();
      abort.abort(new Error('gone'));
      await expect(asked).rejects.toThrow('gone');
    }
    const last = ask('five', { embedder });
    await soon();
    embedder.calls.at(-1)?.answer();
    expect((await last).queryVector).toHaveLength(512);
    for (const text of [' ', '\u200b', '\u00ad', '\ufeff'])
      await expect(ask(text)).rejects.toMatchObject({ wireCode: 'invalid-request' });
    expect((await ask('six')).queryVector).toHaveLength(512);
  });

  it('during a rest counts against the allowance of its caller as any other', async () => {
    const limits = createLimits({ embeddingsPerDay: 4 });
    const { ask } = make({ limits, now: () => 0 });
    const down: Embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('down')) };
    const codes: string[] = [];
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await ask(text, { embedder: down }).catch((error: WireError) => codes.push(error.wireCode));
    expect(codes).toEqual([...Array<string>(4).fill('embedder-unavailable'), 'rate-limited']);
  });

  it('is kept while there is room, the longest unasked going first', async () => {
    const { ask, outcomes } = make({ cacheMaxBytes: 2 * (512 * 4 + 400) });
    for (const text of ['one', 'two', 'one', 'three', 'one', 'two']) await ask(text);
    expect(outcomes).toEqual(['embedded', 'embedded', 'cached', 'embedded', 'cached', 'embedded']);
  });

  it('counts against the allowance of its caller only when it has to be embedded', async () => {
    const { ask, outcomes } = make({ limits: createLimits({ embeddingsPerDay: 2 }) });
    for (const text of ['one', 'one', 'two']) await ask(text);
    await expect(ask('three')).rejects.toMatchObject({ wireCode: 'rate-limited' });
    await expect(ask('two')).resolves.toBeDefined();
    await expect(ask('three', { caller: 'b' })).resolves.toBeDefined();
    expect(outcomes).toEqual(['embedded', 'cached', 'embedded', 'refused', 'cached', 'embedded']);
  });

  it('counted in spare memory gives vectors for what is public alone, which are not kept', async () => {
    let isDown = true;
    const store = memoryQuotaStore();
    const limits = createLimits({
      store: {
        open: (size) => {
          const quota = store.open(size);
          return {
            size,
            take: (key) => (isDown ? Promise.reject(new Error('down')) : quota.take(key)),
          };
        },
        close: () => store.close(),
      },
    });
    const { ask, outcomes } = make({ limits });
    const both = await Promise.all([ask('bell'), ask('bell')]);
    expect(both.map(({ isPublicOnly }) => isPublicOnly)).toEqual([true, true]);
    isDown = false;
    expect((await ask('bell')).isPublicOnly).toBe(false);
    isDown = true;
    // Counted while the store worked: that is paid for.
    expect((await ask('bell')).isPublicOnly).toBe(false);
    expect(outcomes).toEqual(['joined', 'embedded', 'embedded', 'cached']);
  });
});
