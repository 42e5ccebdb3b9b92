import { describe, expect, it } from 'vitest';
import { FileRefusedError } from './file-refused-error.ts';
import { withinTimeBudget } from './time-budget.ts';

describe('withinTimeBudget', () => {
  it('returns the result of work that is done in time, and lets its errors through', () => {
    expect(withinTimeBudget(1000, () => 41 + 1)).toBe(42);
    const error = new FileRefusedError({ field: 'a', reason: 'b' });
    expect(() =>
      withinTimeBudget(1000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it('stops a loop and a regular expression that do not end, and names the bound', () => {
    for (const stall of [
      () => {
        for (;;);
      },
      () => /^(a+)+$/.test(`${'a'.repeat(60)}!`),
    ]) {
      const start = Date.now();
      expect(() => withinTimeBudget(50, stall)).toThrow(
        'limits.fileSeconds: reading it takes longer than the bound of 0.05 s a file',
      );
      expect(Date.now() - start).toBeLessThan(5_000);
    }
    expect(withinTimeBudget(1000, () => 'usable again')).toBe('usable again');
  });
});
