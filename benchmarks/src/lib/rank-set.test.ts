import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JudgedSet } from './judged-set.ts';
import { judge, meanOf, rankSet, topOf } from './rank-set.ts';

const set: JudgedSet = {
  name: 'two meetings',
  language: { questions: 'en', passages: 'en' },
  passages: [
    { id: 'm1-a', title: '', text: 'a', group: 'm1' },
    { id: 'm2-a', title: '', text: 'b', group: 'm2' },
    { id: 'm1-b', title: '', text: 'c', group: 'm1' },
  ],
  questions: [
    { id: 'q1', text: 'x', group: 'm1' },
    { id: 'q2', text: 'y' },
  ],
  judgements: new Map([
    ['q1', new Map([['m1-b', 1]])],
    ['q2', new Map([['m2-a', 1]])],
  ]),
};

test('the top of a list is that of a full sort, ties in the order of the set', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (scores, depth) => {
        const within = Int32Array.from(scores.keys()).filter((at) => at % 3 !== 1);
        const sorted = [...within].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
        expect(topOf(scores, within, depth)).toEqual(sorted.slice(0, depth));
      },
    ),
    { numRuns: 300 },
  );
});

test('a question ranks the passages of its group alone, one without a group all of them', () => {
  const rankings = rankSet(set, () => [0.1, 0.9, 0.5]);
  expect(rankings).toEqual([
    ['m1-b', 'm1-a'],
    ['m2-a', 'm1-b', 'm1-a'],
  ]);
  const judged = judge(set, rankings);
  expect(judged).toEqual({ ndcg10: [1, 1], recall10: [1, 1], recall100: [1, 1], mrr: [1, 1] });
  expect(meanOf(judged, 'mrr')).toBe(1);
});
