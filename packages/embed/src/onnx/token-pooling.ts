/**
 * Makes one vector of unit length from the vectors of a text's tokens.
 *
 * Sums are taken in float64 and in token order, so that the same token vectors give the same bits everywhere.
 */

/** `mean`: of all tokens, special ones included. `cls`: the vector of the first token. */
export type TokenPooling = 'mean' | 'cls';

/** Vectors of tokens, one row each; only the first `count` rows belong to the text. */
export interface TokenRows {
  values: ArrayLike<number>;
  /** Index in `values` where the first row begins. */
  from: number;
  /** Rows of the text, at least 1; what follows is filling. */
  count: number;
  /** Numbers in a row. */
  width: number;
}

/** Pools rows, then scales the result to length 1. A zero vector stays zero; the caller refuses it. */
export function pooledVector({ values, from, count, width }: TokenRows, pooling: TokenPooling): Float64Array {
  const vector = new Float64Array(width);
  const rows = pooling === 'cls' ? 1 : count;
  for (let row = 0; row < rows; row++) {
    const start = from + row * width;
    for (let axis = 0; axis < width; axis++)
      vector[axis] = (vector[axis] ?? 0) + (values[start + axis] ?? Number.NaN);
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  // The mean is the sum at another length, and length goes here anyway.
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((value) => value / length);
}
