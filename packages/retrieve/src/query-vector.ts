/**
 * Reads a query vector: the right length, finite, not zero (decisions 3.8).
 */
import { QueryVectorError, type QueryVectorName } from './errors.ts';

/** A vector ready to be compared. */
export interface ComparableVector {
  readonly values: Float64Array;
  /** Euclidean length, above 0. */
  readonly norm: number;
}

/**
 * Checks and copies a query vector.
 *
 * @throws {QueryVectorError} when it has another length, holds NaN or an infinity, is zero, or is too long to measure
 */
export function readQueryVector(
  vector: ArrayLike<number>,
  dimensions: number,
  name: QueryVectorName,
): ComparableVector {
  if (vector.length !== dimensions) {
    throw new QueryVectorError({
      vector: name,
      problem: 'length',
      message: `${name} has ${vector.length} dimensions, the index has ${dimensions}`,
    });
  }
  const values = Float64Array.from(vector);
  const norm = euclideanLength(values);
  if (!Number.isFinite(norm))
    throw new QueryVectorError({
      vector: name,
      problem: 'not-finite',
      message: `${name} holds a number that is not finite, or too large to measure`,
    });
  if (norm === 0) throw new QueryVectorError({ vector: name, problem: 'zero', message: `${name} is zero` });
  return { values, norm };
}

/** The Euclidean length of a vector, in float64, summed in index order; NaN or an infinity when it has none. */
export function euclideanLength(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    sum += value * value;
  }
  return Math.sqrt(sum);
}
