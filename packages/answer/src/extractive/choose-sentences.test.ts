import type { TextHit } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseSentences, likeness } from './choose-sentences.ts';
import { contentTerms } from './content-terms.ts';
import { ANSWER_MAX_SENTENCES, ANSWER_MAX_UNITS, EXTRACT_WEIGHTS } from './extract-weights.ts';
import type { ScoredCandidate } from './score-candidates.ts';

const HITS = [0, 1, 2].map((rank) => ({ fragmentId: `f${rank}` }) as TextHit);

function candidate(rank: number, at: number, score: number, text: string, block = 0): ScoredCandidate {
  const hit = HITS[rank] as TextHit;
  return { hit, rank, at, block, text, terms: contentTerms(text), names: new Set(), isLead: at === 0, score };
}
const chosen = (...candidates: ScoredCandidate[]): string[] =>
  chooseSentences(candidates, EXTRACT_WEIGHTS).map(({ text }) => text);

describe('chooseSentences', () => {
  test('leaves out what is much weaker than the best', () => {
    expect(
      chosen(
        candidate(0, 0, 1, 'Horns sound.'),
        candidate(0, 1, 0.81, 'Fog rolls.'),
        candidate(0, 2, 0.79, 'Eels swim.'),
      ),
    ).toEqual(['Horns sound.', 'Fog rolls.']);
  });

  test('quotes what says the same only once', () => {
    expect(
      chosen(
        candidate(0, 0, 1, 'The widow horn sounds low.'),
        candidate(1, 0, 0.99, 'Low sounds the widow horn.'),
      ),
    ).toEqual(['The widow horn sounds low.']);
  });

  test('reads passage by passage, the one with the best sentence first, and then as the text runs', () => {
    expect(
      chosen(
        candidate(0, 0, 0.9, 'Horns sound.'),
        candidate(1, 0, 0.85, 'Fog rolls.'),
        candidate(1, 3, 1, 'Eels swim.'),
        candidate(0, 2, 0.95, 'Bells ring.'),
      ),
    ).toEqual(['Fog rolls.', 'Eels swim.', 'Horns sound.', 'Bells ring.']);
  });

  test('takes along the sentence that a pronoun points back to, within a paragraph', () => {
    expect(chosen(candidate(0, 0, 0.1, 'The widow is old.'), candidate(0, 1, 1, 'It sounds low.'))).toEqual([
      'The widow is old.',
      'It sounds low.',
    ]);
    expect(
      chosen(candidate(0, 0, 0.1, 'The widow is old.'), candidate(0, 1, 1, 'It sounds low.', 1)),
    ).toEqual(['It sounds low.']);
    expect(
      chosen(candidate(0, 0, 0.1, '霧笛は古い。'), candidate(0, 1, 1, 'それは三分ごとに鳴る。')),
    ).toHaveLength(2);
  });

  test('ends before it grows too long', () => {
    const long = ['horn', 'fog', 'eel', 'drum'].map((word, at) =>
      candidate(0, at, 1 - at / 100, `${`${word} `.repeat(590 / (word.length + 1))}.`),
    );
    expect(chosen(...long)).toHaveLength(2);
  });

  test('keeps within the bounds, whatever the order of the candidates', () => {
    const word = fc.constantFrom('horn', 'fog', 'eel', 'bell', 'drum', 'It', 'low', 'night');
    const pool = fc.uniqueArray(
      fc.record({
        rank: fc.nat(2),
        at: fc.nat(9),
        score: fc.constantFrom(0.5, 0.9, 1),
        text: fc.array(word, { minLength: 1, maxLength: 150 }).map((words) => `${words.join(' ')}.`),
      }),
      { selector: ({ rank, at }) => `${rank} ${at}`, maxLength: 20 },
    );
    fc.assert(
      fc.property(pool, fc.infiniteStream(fc.nat()), (places, order) => {
        const candidates = places.map(({ rank, at, score, text }) => candidate(rank, at, score, text));
        const texts = chosen(...candidates);
        expect(texts.length).toBeLessThanOrEqual(ANSWER_MAX_SENTENCES);
        expect(texts.join('').length).toBeLessThanOrEqual(ANSWER_MAX_UNITS);
        const shuffled = candidates
          .map((one) => ({ one, key: order.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(chosen(...shuffled)).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });
});

test('likeness is the share of terms in common', () => {
  expect(likeness(['a', 'b'], ['b', 'c', 'b'])).toBe(1 / 3);
  expect(likeness(['a'], [])).toBe(0);
  expect(likeness([], [])).toBe(1);
});
