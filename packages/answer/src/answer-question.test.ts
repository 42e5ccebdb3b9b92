import { describe, expect, it } from 'vitest';
import { answerSchema, type AnswerStep, ArchiveError, parseAnswer } from '@archive/contract';
import type { AnswerModel } from './answer-model.ts';
import { answerQuestion } from './answer-question.ts';
import {
  BURNED,
  FENCE,
  fog,
  GIST,
  GOOD,
  INDEX,
  keys,
  light,
  pair,
  replyOf,
  response,
  scriptedModel,
  sea,
  tape,
} from './answer-samples.fixture.ts';
import { boundedModel } from './bounded-model.ts';
import { ModelError } from './model-error.ts';
import { refusalFor } from './refusal.ts';
import { relatedWorks } from './related-works.ts';

const QUESTION = 'Who burned the letters?';
const sourceOf = ({ fragmentId, entity, locatorLabel, date }: typeof light) => ({
  fragmentId,
  entity,
  locatorLabel,
  ...(date === undefined ? {} : { date }),
});
const ask = async (model: AnswerModel, of = response) => {
  const answer = await answerQuestion(QUESTION, of, { model, makeFence: () => FENCE });
  expect(answerSchema.parse(answer)).toEqual(answer);
  return answer;
};
const refused = (reason: Parameters<typeof refusalFor>[0], calls: number) => ({
  contract: 'archive-answer/1',
  question: QUESTION,
  mode: 'not-found',
  method: 'model',
  sentences: [],
  related: [],
  sources: [],
  refusal: refusalFor(reason),
  usage: { model: 'scripted', calls },
  index: INDEX,
});
const bad = replyOf([{ ...BURNED, text: 'The keeper burned his letters in 1988.' }]);

describe('answerQuestion with a model (decisions 5)', () => {
  it('gives checked sentences, related works and sources', async () => {
    const model = scriptedModel({ text: GOOD, inputTokens: 10, outputTokens: 5 });
    expect(await ask(model)).toEqual({
      contract: 'archive-answer/1',
      question: QUESTION,
      mode: 'supported',
      method: 'model',
      sentences: [{ text: BURNED.text, citations: [pair(light)] }],
      related: relatedWorks([keys]),
      sources: [sourceOf(light)],
      usage: { model: 'scripted', calls: 1, inputTokens: 10, outputTokens: 5 },
      index: INDEX,
    });
  });

  it.each([
    ['supported', [BURNED], [pair(keys)], 'partial'],
    ['partial', [BURNED], [], 'supported'],
    ['related-material', [], [pair(tape)], 'supported'],
  ] as const)(
    'derives %s from what the answer is made of, not from what is declared',
    async (mode, sentences, related, declared) => {
      expect((await ask(scriptedModel(replyOf(sentences, related, declared)))).mode).toBe(mode);
    },
  );

  it('keeps a declared not-found, whatever else the reply holds', async () => {
    const model = scriptedModel(replyOf([BURNED], [pair(keys)], 'not-found'));
    expect(await ask(model)).toEqual(refused('not-answered', 1));
  });

  it('asks no model when nothing was found', async () => {
    const model = scriptedModel(new Error('asked'));
    const answer = await answerQuestion(QUESTION, { hits: [], index: INDEX }, { model });
    const { usage: _, ...rest } = refused('no-evidence', 0);
    expect(answer).toEqual(rest);
    expect(model.prompts).toEqual([]);
  });

  it('never shows a model a gist, and gives it in related words alone', async () => {
    const model = scriptedModel(bad, GOOD);
    const answer = await ask(model);
    expect(JSON.stringify(model.prompts)).not.toContain('sexton');
    expect(answer.related[0]?.text).toContain(GIST);
    expect(JSON.stringify(answer.sentences)).not.toContain('sexton');
  });

  it('lists sources once, in the order of first citation', async () => {
    const answer = await ask(
      scriptedModel(
        replyOf([
          { text: 'Sailors called the bells the iron parson.', citations: [pair(fog)] },
          {
            text: 'The keeper burned his letters while bells were rung.',
            citations: [pair(light), pair(fog)],
          },
        ]),
      ),
    );
    expect(answer.sources).toEqual([sourceOf(fog), sourceOf(light)]);
    expect(answer.sentences[1]?.citations).toEqual([pair(light), pair(fog)]);
  });

  it('writes the address of a citation anew', async () => {
    const answer = await ask(
      scriptedModel(
        replyOf([{ ...BURNED, citations: [{ ...pair(light), url: 'https://saltmarsh.example/lihgt/' }] }]),
      ),
    );
    expect(answer.sentences[0]?.citations).toEqual([pair(light)]);
  });

  it('cuts two sentences of one item apart and holds each to the passage', async () => {
    const text = 'The keeper burned his letters in 1987. The lamp turned every 30 seconds.';
    const answer = await ask(scriptedModel(replyOf([{ ...BURNED, text }])));
    expect(answer.sentences.map((sentence) => sentence.text)).toEqual(text.split(/(?<=7\.) /));
    const smuggled = replyOf([
      { ...BURNED, text: 'The keeper burned his letters in 1987. Buy zebrawood from the captain.' },
    ]);
    expect(await ask(scriptedModel(smuggled))).toEqual(refused('not-grounded', 2));
  });

  it('answers in Japanese from a Japanese passage', async () => {
    const text = '灯台守は「船は遅れない」と言った。';
    const answer = await ask(scriptedModel(replyOf([{ text, citations: [pair(sea)] }])));
    expect(answer.sentences).toEqual([{ text, citations: [pair(sea)] }]);
  });
});

describe('the one correction', () => {
  it('names faults by sentence in fixed words, shows the reply again and draws a new mark', async () => {
    const model = scriptedModel(
      replyOf(
        [
          BURNED,
          { text: 'In 1988, see https://evil.example.', citations: [{ fragmentId: '[99]', url: 'x' }] },
        ],
        [pair(light), { fragmentId: 'q', url: 'q' }],
      ),
      GOOD,
    );
    const fences = [FENCE, FENCE.replaceAll('0', 'e')];
    let drawn = 0;
    const answer = await answerQuestion(QUESTION, response, {
      model,
      makeFence: () => fences[drawn++] ?? '',
    });
    expect(answer.mode).toBe('supported');
    expect(answer.usage).toEqual({ model: 'scripted', calls: 2 });
    const [, second] = model.prompts;
    expect(second?.instructions).toContain(
      [
        'turned down:',
        '- sentence 2 cites something that is not among the passages',
        '- sentence 2 holds a web address, a domain, an e-mail address or a link',
        '- sentence 2 holds a number that stands in no passage it cites',
        '- sentence 2 shares too few words with the passages it cites',
        '- the related list holds something that is not among the places',
        'Write the whole reply anew.',
      ].join('\n'),
    );
    expect(second?.instructions).not.toContain('evil');
    expect(second?.input).toContain(`[${fences[1]} earlier reply]`);
    expect(second?.input).toContain('evil.example');
    expect(model.prompts[0]?.input).not.toContain('earlier reply');
  });

  it.each<[string, string | undefined]>([
    ['a number changed', bad],
    ['a citation by index', replyOf([{ ...BURNED, citations: [1] }])],
    ['an uncited sentence', replyOf([BURNED, { text: 'The keeper burned his letters.', citations: [] }])],
    [
      'a sentence that cites a place alone',
      replyOf([{ text: 'The keeper burned his letters.', citations: [pair(keys)] }]),
    ],
    [
      'one bad citation beside a good one',
      replyOf([{ ...BURNED, citations: [pair(light), { fragmentId: 'x', url: 'y' }] }]),
    ],
    ['an unknown place', replyOf([BURNED], [{ fragmentId: 'x', url: 'y' }])],
    ['nothing said', replyOf([], [])],
    ['a passage listed as a place and nothing said', replyOf([], [pair(light)])],
    ['no JSON', 'The keeper burned his letters [1].'],
    [
      'a sentence with a line break',
      replyOf([{ ...BURNED, text: 'The keeper burned\nhis letters in 1987.' }]),
    ],
    [
      'the mark of the request',
      replyOf([{ ...BURNED, text: `The keeper burned his letters in 1987 ${FENCE}.` }]),
    ],
    ['more than fifty sentences', replyOf(Array.from({ length: 51 }, () => BURNED))],
  ])('ends in a refusal when it does not mend %s', async (_, text) => {
    const model = scriptedModel(text);
    expect(await ask(model)).toEqual(refused('not-grounded', 2));
    expect(model.prompts).toHaveLength(2);
  });

  it('ends in the mended answer, and in a late not-found', async () => {
    expect((await ask(scriptedModel(bad, GOOD))).mode).toBe('supported');
    expect(await ask(scriptedModel(bad, replyOf([], [], 'not-found')))).toEqual(refused('not-answered', 2));
  });

  it('never takes the good half of a reply', async () => {
    const half = replyOf([BURNED, { text: 'The tide took the oil away.', citations: [pair(light)] }]);
    expect((await ask(scriptedModel(half))).sentences).toEqual([]);
  });
});

describe('a model that gives no reply', () => {
  it.each<[string, Parameters<typeof scriptedModel>[0], number]>([
    ['empty', undefined, 2],
    ['blank', ' \n', 2],
    ['declined', { isDeclined: true, text: 'I cannot.' }, 1],
    ['unreachable', new ModelError('unreachable', { message: 'x' }), 1],
    ['broken', new TypeError('terminated'), 1],
  ])('is a refusal: %s', async (_, said, calls) => {
    expect(await ask(scriptedModel(said))).toEqual(refused('model-unavailable', calls));
  });

  it.each<[Parameters<typeof scriptedModel>[0][], string, string, number | undefined]>([
    [
      [new ModelError('refused', { message: 'it answered 404', status: 404 })],
      'refused',
      'it answered 404',
      404,
    ],
    [
      [bad, new ModelError('overloaded', { message: 'it answered 500', status: 500 })],
      'overloaded',
      'it answered 500',
      500,
    ],
    [[new TypeError('zebrawood')], 'failed', 'scripted could not be asked (TypeError)', undefined],
    [
      [{ isDeclined: true, text: 'zebrawood' }],
      'declined',
      'scripted declined to write an answer',
      undefined,
    ],
    [[''], 'silent', 'scripted replied twice without a word', undefined],
  ])('says why to whoever runs it, and not in the answer: %#', async (script, failure, message, status) => {
    const told: ModelError[] = [];
    const answer = await answerQuestion(QUESTION, response, {
      model: scriptedModel(...script),
      makeFence: () => FENCE,
      onModelFailure: (error) => told.push(error),
    });
    expect(answer).toEqual(refused('model-unavailable', script.length + (failure === 'silent' ? 1 : 0)));
    expect(told.map((error) => [error.failure, error.message, error.status])).toEqual([
      [failure, message, status],
    ]);
  });

  it('says nothing of a model that replied, of a refusal, or of a caller who went', async () => {
    const told: ModelError[] = [];
    const onModelFailure = (error: ModelError) => told.push(error);
    for (const script of [[GOOD], [bad], [replyOf([], [], 'not-found')]])
      await answerQuestion(QUESTION, response, {
        model: scriptedModel(...script),
        makeFence: () => FENCE,
        onModelFailure,
      });
    const gone = new AbortController();
    const model: AnswerModel = {
      model: 'scripted',
      generate: () => {
        gone.abort(new Error('gone'));
        return Promise.reject(new Error('broken'));
      },
    };
    await expect(
      answerQuestion(QUESTION, response, { model, signal: gone.signal, onModelFailure }),
    ).rejects.toThrow('gone');
    expect(told).toEqual([]);
  });

  it('is a refusal when it is cut off, twice', async () => {
    expect(await ask(scriptedModel({ text: GOOD, isTruncated: true }))).toEqual(refused('not-grounded', 2));
    expect((await ask(scriptedModel({ text: GOOD, isTruncated: true }, GOOD))).mode).toBe('supported');
  });

  it('is a refusal when its time is used up, and an error when the caller goes', async () => {
    const slow: AnswerModel = { model: 'scripted', generate: () => new Promise(() => undefined) };
    expect(await ask(boundedModel(slow, AbortSignal.timeout(5)))).toEqual(refused('model-unavailable', 1));
    const gone = new AbortController();
    const waiting: AnswerModel = {
      model: 'scripted',
      generate: (_, { signal } = {}) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    };
    const asked = answerQuestion(QUESTION, response, { model: waiting, signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });

  it('throws what is wrong with a setting', async () => {
    await expect(ask(scriptedModel(new ArchiveError('model-config', { message: 'no key' })))).rejects.toThrow(
      'no key',
    );
  });
});

describe('steps', () => {
  const stepsOf = async (model?: AnswerModel) => {
    const steps: AnswerStep[] = [];
    await answerQuestion(QUESTION, response, {
      ...(model === undefined ? {} : { model }),
      onStep: (step) => steps.push(step),
    });
    return steps;
  };

  it('are told in the order of the contract, each once', async () => {
    expect(await stepsOf()).toEqual(['reading']);
    expect(await stepsOf(scriptedModel(GOOD))).toEqual(['reading', 'writing', 'checking']);
    expect(await stepsOf(scriptedModel(bad))).toEqual(['reading', 'writing', 'checking', 'correcting']);
    expect(await stepsOf(scriptedModel(new ModelError('timed-out', { message: 'x' })))).toEqual([
      'reading',
      'writing',
    ]);
  });
});

describe('answerQuestion without a model (decisions 5.4)', () => {
  it('quotes sentences of the archive, with related works below', async () => {
    const answer = await answerQuestion(QUESTION, response);
    expect(parseAnswer(answer)).toEqual(answer);
    expect([answer.mode, answer.method, answer.usage]).toEqual(['supported', 'extractive', undefined]);
    expect(answer.sentences[0]).toEqual({
      text: 'The keeper burned his letters in 1987.',
      citations: [pair(light)],
    });
    expect(answer.related).toEqual(relatedWorks([keys, tape]));
  });

  it('gives places when there is nothing to quote, and a refusal when there is neither', async () => {
    expect((await answerQuestion(QUESTION, { hits: [keys, tape], index: INDEX })).mode).toBe(
      'related-material',
    );
    expect(
      await answerQuestion(QUESTION, { hits: [{ ...light, text: '* * *' }], index: INDEX }),
    ).toMatchObject({
      mode: 'not-found',
      refusal: { reason: 'not-answered' },
    });
    expect(await answerQuestion(QUESTION, { hits: [], index: INDEX })).toMatchObject({
      refusal: { reason: 'no-evidence' },
    });
  });
});
