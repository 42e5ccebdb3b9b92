import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './policy-words.ts';

/** The slow obvious way: each edit tried, the rest compared. */
function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const swapped =
    a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]
      ? 1 + slowDistance(a.slice(2), b.slice(2))
      : Number.POSITIVE_INFINITY;
  return Math.min(
    swapped,
    (a[0] === b[0] ? 0 : 1) + slowDistance(a.slice(1), b.slice(1)),
    1 + slowDistance(a.slice(1), b),
    1 + slowDistance(a, b.slice(1)),
  );
}

describe('editDistance', () => {
  it('counts a swap of neighbours as one edit', () => {
    expect(editDistance('private', 'pirvate')).toBe(1);
    expect(editDistance('draft', 'drfat')).toBe(1);
    expect(editDistance('draft', 'draft')).toBe(0);
    expect(editDistance('', 'abc')).toBe(3);
  });

  it('agrees with the slow way', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(slowDistance(a, b));
      }),
      { numRuns: 200 },
    );
  });
});
