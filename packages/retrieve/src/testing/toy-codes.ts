/**
 * A small sign code for tests: subtract a mean, keep the first dimensions.
 */
import type { RetrievalCodes } from '../index-port.ts';

/** A code, and how a row is coded with it. */
export interface ToyCodes extends RetrievalCodes {
  encodeRow(vector: ArrayLike<number>): Uint8Array;
}

/**
 * Makes a sign code of the first `bits` dimensions around a mean.
 *
 * @param mean  as long as the vectors; default zero
 * @param line  default the identity
 */
export function toyCodes(
  bits: number,
  mean?: ArrayLike<number>,
  line: { a: number; c: number } = { a: 1, c: 0 },
): ToyCodes {
  const encodeQuery = (vector: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: bits }, (_, i) => (vector[i] as number) - (mean?.[i] ?? 0));
  return {
    bits,
    line,
    encodeQuery,
    encodeRow: (vector) => {
      const row = new Uint8Array(Math.ceil(bits / 8));
      for (const [i, value] of encodeQuery(vector).entries()) {
        if (value >= 0) row[i >> 3] = (row[i >> 3] as number) | (1 << (i & 7));
      }
      return row;
    },
  };
}
