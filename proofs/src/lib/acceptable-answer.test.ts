import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerModel, answerQuestion } from '@archive/answer';
import type { Answer } from '@archive/contract';
import { whyUnacceptable } from './acceptable-answer.ts';
import { honestReply } from './answer-misbehaviours.ts';
import { drawTrial } from './answer-trial.ts';
import { mutated } from './mutated-reply.ts';
import { createRandom } from './seeded-random.ts';

const index = { builtAt: '2026-01-02', entityCount: 9, fragmentCount: 9 };
const saying = (text: string): AnswerModel => ({
  model: 'scripted',
  generate: async () => ({ text, isDeclined: false, isTruncated: false }),
});

describe('an answer', () => {
  it('that comes of an honest reply is let through and accepted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = createRandom(seed);
        const trial = drawTrial(random);
        const reply = honestReply(trial, random);
        const answer = await answerQuestion(
          trial.question,
          { hits: [...trial.hits], index },
          { model: saying(JSON.stringify(reply)) },
        );
        expect(answer.sentences.map(({ text }) => text)).toEqual(reply.sentences.map(({ text }) => text));
        expect(whyUnacceptable(answer, { ...trial, forbidden: trial.secrets })).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('is never one that the slow oracle refuses, wherever a reply was changed (decisions 5.2)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = createRandom(seed);
        const trial = drawTrial(random);
        const text = mutated(honestReply(trial, random), trial, random);
        const answer = await answerQuestion(
          trial.question,
          { hits: [...trial.hits], index },
          { model: saying(text) },
        );
        expect(whyUnacceptable(answer, { ...trial, forbidden: trial.secrets })).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('the slow oracle', () => {
  const trial = drawTrial(createRandom(7));
  const { hit, text } = trial.honest[0]!;
  const answerOf = (
    said: string,
    citation = { fragmentId: hit.fragmentId, url: hit.entity.url },
  ): Answer => ({
    contract: 'archive-answer/1',
    question: 'q',
    mode: 'partial',
    method: 'model',
    sentences: [{ text: said, citations: [citation] }],
    related: [],
    sources: [
      {
        fragmentId: citation.fragmentId,
        entity: { ...hit.entity, url: citation.url },
        locatorLabel: hit.locatorLabel,
      },
    ],
    index,
  });
  const why = (answer: Answer) => whyUnacceptable(answer, { ...trial, forbidden: trial.secrets });

  it('accepts a true sentence', () => expect(why(answerOf(text))).toBeUndefined());

  it('takes a name with two letters more or less at its end for the same name', () => {
    const name = (hit.text.match(/[A-Z][a-z]+/gu) ?? []).sort((a, b) => b.length - a.length)[0] ?? '';
    const saying = (said: string) => why(answerOf(text.replace(/\.$/u, `, near ${said}.`)));
    expect(name.length).toBeGreaterThan(5);
    expect([saying(name), saying(name.slice(0, -2)), saying(`${name}es`)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([saying(name.slice(0, -3)), saying(`${name}sen`)]).toEqual([
      'a name that stands nowhere',
      'a name that stands nowhere',
    ]);
  });

  it.each([
    ['a citation of nothing', answerOf(text, { fragmentId: 'x#y', url: hit.entity.url })],
    [
      'a citation under another address',
      answerOf(text, { fragmentId: hit.fragmentId, url: 'https://x.example/' }),
    ],
    [
      'a citation of what is not released',
      answerOf(text, { fragmentId: trial.places[0]!.fragmentId, url: trial.places[0]!.entity.url }),
    ],
    ['a name that stands nowhere', answerOf(text.replace(/\.$/u, ', near Zanzibar.'))],
    ['a number that stands nowhere', answerOf(text.replace(/\d+/u, '9999'))],
    ['a quotation that stands nowhere', answerOf(text.replace(/\.$/u, ' “so it was”.'))],
    ['half a quotation', answerOf(text.replace(/\.$/u, ' “so it was.'))],
    ['a citation marker', answerOf(`${text} [1]`)],
    ['a character nobody sees', answerOf(`${text}\u200b`)],
    ['a control character', answerOf(`${text}\u0007`)],
    ['a domain', answerOf(text.replace(/\.$/u, ' evil.example.'))],
    ['an e-mail address', answerOf(text.replace(/\.$/u, ' a@b.'))],
    ['a heading or a list', answerOf(`# ${text}`)],
    [
      'a sentence that has nothing to do with what it cites',
      answerOf('Pilgrims opened railway tunnels yesterday.'),
    ],
    ['prose that holds what is not released', answerOf(text.replace(/\.$/u, ` ${trial.secrets[0]}.`))],
  ])('refuses %s', (reason, answer) => expect(why(answer)).toBe(reason));
});
