import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledVector, type TokenPooling } from './token-pooling.ts';

describe('pooledVector', () => {
  // Rows: filling before, then (3, 0), (0, 4), then filling behind.
  const rows = { values: [9, 9, 3, 0, 0, 4, 7, 7], from: 2, count: 2, width: 2 };

  it('takes the mean of the rows of a text and none of the filling, at length 1', () => {
    expect(pooledVector(rows, 'mean')).toEqual(Float64Array.of(3 / 5, 4 / 5));
  });

  it('takes the first row of a text for cls, at length 1', () => {
    expect(pooledVector(rows, 'cls')).toEqual(Float64Array.of(1, 0));
  });

  it('leaves a zero vector zero, for the caller to refuse', () => {
    expect(pooledVector({ ...rows, values: [1, 1, 1, 0, -1, 0] }, 'mean')).toEqual(Float64Array.of(0, 0));
  });

  it('gives no number where rows are missing', () => {
    expect(pooledVector({ values: [1, 2], from: 0, count: 2, width: 2 }, 'mean')).toEqual(
      Float64Array.of(Number.NaN, Number.NaN),
    );
  });

  it('agrees with the definition, term by term', () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 5 })
          .chain((width) =>
            fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
          ),
        fc.constantFrom<TokenPooling>('mean', 'cls'),
        fc.nat(3),
        (table, pooling, filling) => {
          const width = table[0]?.length ?? 0;
          const values = [
            ...Array<number>(filling).fill(5),
            ...table.flat(),
            ...Array<number>(filling).fill(5),
          ];
          const used = pooling === 'cls' ? table.slice(0, 1) : table;
          const mean = Array.from({ length: width }, (_, axis) => {
            return used.reduce((sum, row) => sum + (row[axis] ?? 0), 0) / used.length;
          });
          const length = Math.hypot(...mean);
          const vector = pooledVector({ values, from: filling, count: table.length, width }, pooling);
          for (const [axis, number] of mean.entries())
            expect(vector[axis]).toBeCloseTo(length === 0 ? 0 : number / length, 10);
        },
      ),
      { numRuns: 200 },
    );
  });
});
