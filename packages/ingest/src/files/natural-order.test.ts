import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

describe('naturalOrder', () => {
  it('orders runs of digits as numbers', () => {
    expect(['10.md', '2.md', '1.md', 'b', 'a10', 'a9', '02.md'].sort(naturalOrder)).toEqual([
      '1.md',
      '02.md',
      '2.md',
      '10.md',
      'a9',
      'a10',
      'b',
    ]);
  });

  it('is a total order that only equal names share (property)', () => {
    const names = fc.string({ unit: fc.constantFrom('0', '1', '9', 'a', 'B', '-', 'é'), maxLength: 6 });
    fc.assert(
      fc.property(names, names, names, (a, b, c) => {
        expect(Math.sign(naturalOrder(a, b)) + Math.sign(naturalOrder(b, a))).toBe(0);
        expect(naturalOrder(a, b) === 0).toBe(a === b);
        if (naturalOrder(a, b) <= 0 && naturalOrder(b, c) <= 0)
          expect(naturalOrder(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
