import { expect, test } from 'vitest';
import { mean, ndcgAt, recallAt, reciprocalRank } from './ranking-metrics.ts';

const judged = new Map([
  ['a', 1],
  ['b', 2],
  ['c', 1],
]);

test('nDCG discounts by log2 of the rank after next, and divides by the best order of all judged passages', () => {
  const gained = 1 / Math.log2(2) + 2 / Math.log2(4);
  const best = 2 / Math.log2(2) + 1 / Math.log2(3) + 1 / Math.log2(4);
  expect(ndcgAt(10, ['a', 'x', 'b'], judged)).toBeCloseTo(gained / best, 12);
  expect(ndcgAt(10, ['b', 'a', 'c'], judged)).toBe(1);
  expect(ndcgAt(1, ['x', 'b'], judged)).toBe(0);
  expect(ndcgAt(10, ['x'], new Map())).toBe(0);
});

test('recall counts judged passages among the first few', () => {
  expect(recallAt(2, ['a', 'x', 'b'], judged)).toBeCloseTo(1 / 3, 12);
  expect(recallAt(3, ['a', 'x', 'b'], judged)).toBeCloseTo(2 / 3, 12);
});

test('reciprocal rank is that of the first judged passage, or nothing', () => {
  expect(reciprocalRank(['x', 'c', 'a'], judged)).toBe(0.5);
  expect(reciprocalRank(['x'], judged)).toBe(0);
});

test('the mean of nothing is not a number', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeNaN();
});
