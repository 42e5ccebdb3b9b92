import { expect, test } from 'vitest';
import { pairedBootstrap } from './paired-bootstrap.ts';
import { createRandom } from '../attack/seeded-random.ts';

const { next } = createRandom(5);
const base = Array.from({ length: 200 }, () => next());

test('a steady difference has an interval without zero, noise around nothing has zero inside', () => {
  const better = base.map((value) => value + 0.05 + 0.02 * next());
  const { mean, low, high } = pairedBootstrap(better, base);
  expect(mean).toBeCloseTo(0.06, 2);
  expect([low > 0.05, high < 0.07]).toEqual([true, true]);
  const noisy = base.map((value) => value + next() - 0.5);
  const around = pairedBootstrap(noisy, base);
  expect([around.low < 0, around.high > 0]).toEqual([true, true]);
});

test('the interval is about as wide as the normal one', () => {
  const differences = base.map((value) => value - 0.5);
  const { low, high } = pairedBootstrap(
    differences,
    base.map(() => 0),
  );
  const variance = differences.reduce((sum, value) => sum + value * value, 0) / differences.length;
  expect(high - low).toBeCloseTo(2 * 1.96 * Math.sqrt(variance / differences.length), 2);
});

test('the same seed gives the same interval; lists that do not pair are refused', () => {
  const other = base.map(() => next());
  expect(pairedBootstrap(base, other, { seed: 4 })).toEqual(pairedBootstrap(base, other, { seed: 4 }));
  expect(() => pairedBootstrap([1], [1, 2])).toThrow(RangeError);
  expect(() => pairedBootstrap([], [])).toThrow(RangeError);
});
