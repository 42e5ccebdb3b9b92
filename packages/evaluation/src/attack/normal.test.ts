import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from './seeded-random.ts';
import { normalHazard, oneSided } from './normal.ts';

test('the hazard of a standard normal variable is √(2/π) at 0, 0 far up, and −t far down', () => {
  expect(normalHazard(0)).toBeCloseTo(Math.sqrt(2 / Math.PI), 5);
  expect(normalHazard(8)).toBeCloseTo(0, 6);
  expect(normalHazard(-10)).toBeCloseTo(10.1, 1);
});

test('a one-sided reading leaves the mean and variance that cutting samples off leaves', () => {
  const random = createRandom(4);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const samples = Array.from({ length: 200_000 }, normal);
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 0.2, max: 2, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom('above' as const, 'below' as const),
      (mean, spread, distance, side) => {
        const bound = mean + distance * spread;
        const kept = samples
          .map((sample) => mean + spread * sample)
          .filter((value) => (side === 'above' ? value > bound : value < bound));
        const average = kept.reduce((sum, value) => sum + value, 0) / kept.length;
        const variance = kept.reduce((sum, value) => sum + (value - average) ** 2, 0) / kept.length;
        const { value, error } = oneSided({ mean, variance: spread ** 2 }, bound, side);
        const left = 1 / (1 / spread ** 2 + 1 / error);
        expect(left * (mean / spread ** 2 + value / error)).toBeCloseTo(average, 1);
        expect(Math.abs(left / variance - 1)).toBeLessThan(0.1);
      },
    ),
    { numRuns: 30 },
  );
});
