import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryAfterSeconds, waitMs } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

it.each<[string | null, number | undefined]>([
  [null, undefined],
  ['', undefined],
  ['0', 0],
  [' 120 ', 120],
  ['1.5', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['99999999999999', undefined],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['soon', undefined],
])('reads %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});

it('waits longer after each attempt, within bounds, and never less than a server asks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
      (attempt, random, asked) => {
        const wait = waitMs(attempt, asked, random);
        const ceiling = Math.min(5_000, 250 * 2 ** (attempt - 1));
        if (asked === undefined) {
          expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
          expect(wait).toBeLessThanOrEqual(ceiling);
        } else {
          expect(wait).toBeGreaterThan(asked * 1000);
          expect(wait).toBeLessThanOrEqual(asked * 1000 + ceiling / 2);
        }
      },
    ),
  );
});
