import { describe, expect, it } from 'vitest';
import { QueryVectorError } from './errors.ts';
import { readQueryVector } from './query-vector.ts';

function refusalOf(vector: ArrayLike<number>): unknown {
  try {
    readQueryVector(vector, 2, 'queryVector');
  } catch (error) {
    return error instanceof QueryVectorError
      ? [error.code, error.vector, error.problem, error.message]
      : error;
  }
  return undefined;
}

describe('readQueryVector (decisions 3.8)', () => {
  it('takes any array of numbers and measures it', () => {
    expect(readQueryVector([3, 4], 2, 'queryVector')).toStrictEqual({
      values: Float64Array.of(3, 4),
      norm: 5,
    });
    expect(readQueryVector(Float32Array.of(3, 4), 2, 'queryVector').norm).toBe(5);
  });

  it('refuses by name a vector that is zero, not finite, of the wrong length or too large to measure', () => {
    const code = 'query-vector';
    const notFinite = [
      code,
      'queryVector',
      'not-finite',
      'queryVector holds a number that is not finite, or too large to measure',
    ];
    expect(refusalOf([0, 0])).toStrictEqual([code, 'queryVector', 'zero', 'queryVector is zero']);
    expect(refusalOf([0, -0])).toStrictEqual([code, 'queryVector', 'zero', 'queryVector is zero']);
    expect(refusalOf([Number.NaN, 1])).toStrictEqual(notFinite);
    expect(refusalOf([Number.POSITIVE_INFINITY, 1])).toStrictEqual(notFinite);
    expect(refusalOf([1e200, 1])).toStrictEqual(notFinite);
    expect(refusalOf([1])).toStrictEqual([
      code,
      'queryVector',
      'length',
      'queryVector has 1 dimensions, the index has 2',
    ]);
    expect(refusalOf([])).toStrictEqual([
      code,
      'queryVector',
      'length',
      'queryVector has 0 dimensions, the index has 2',
    ]);
  });
});
