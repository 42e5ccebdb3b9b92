import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JudgedSet } from './judged-set.ts';
import { BM25_SETTINGS, referenceBm25 } from './reference-bm25.ts';
import { referenceTerms } from './reference-terms.ts';

test('English words are stemmed and lose 33 stop words; other languages keep whole words', () => {
  expect(referenceTerms('The cells WERE dividing, not such a division.', 'en')).toEqual([
    'cell',
    'were',
    'divid',
    'divis',
  ]);
  expect(referenceTerms('Die Zellen teilten sich', 'de')).toEqual(['die', 'zellen', 'teilten', 'sich']);
});

test('Han and kana become pairs, Thai triples, short stretches themselves', () => {
  expect(referenceTerms('東大寺の仏像 2020年', 'ja')).toEqual([
    '東大',
    '大寺',
    '寺の',
    'の仏',
    '仏像',
    '2020',
    '年',
  ]);
  expect(referenceTerms('น้ำตก ab', 'th')).toEqual(['น้ํ', '้ํา', 'ําต', 'าตก', 'ab']);
});

const word = fc.constantFrom('tide', 'bell', 'fog', 'boat', 'eel', 'mud');
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));

test('a score is the sum of the formula over the words of the question, within its group', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), text, (texts, question) => {
      const set: JudgedSet = {
        name: 'made',
        language: { questions: 'x', passages: 'x' },
        passages: [
          ...texts.map((body, at) => ({ id: `p${at}`, title: '', text: body, group: 'g' })),
          { id: 'other', title: '', text: 'tide tide bell', group: 'h' },
        ],
        questions: [{ id: 'q', text: question, group: 'g' }],
        judgements: new Map(),
      };
      const scores = referenceBm25(set, BM25_SETTINGS.classic)({ id: 'q', text: question, group: 'g' });
      expect([...scores]).toEqual([
        ...texts.map((body) => expect.closeTo(slowScore(question, body, texts), 9)),
        0,
      ]);
    }),
    { numRuns: 200 },
  );
});

function slowScore(question: string, body: string, all: readonly string[]): number {
  const words = (s: string): string[] => s.split(' ');
  const average = all.reduce((sum, other) => sum + words(other).length, 0) / all.length;
  return words(question).reduce((sum, asked) => {
    const holding = all.filter((other) => words(other).includes(asked)).length;
    const count = words(body).filter((said) => said === asked).length;
    const idf = Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5));
    return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words(body).length) / average));
  }, 0);
}
