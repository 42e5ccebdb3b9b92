/**
 * A query as whole numbers of 16 bits, and how far that takes it from itself.
 */
import type { ComparableVector } from '../query-vector.ts';

/** A query the kernel can score. */
export interface ByteQuery {
  /** As many as a row has bytes; filled up with zeros. */
  readonly codes: Int16Array;
  /** A sum of the kernel times the unit of a row times this is about the cosine. */
  readonly scale: number;
  /** Length of what the codes miss, as a share of the query's length. */
  readonly residual: number;
}

/** Largest code of a row. */
const MOST_CODE = 127;
/** Lengths beyond which squares or products may be lost in float64. */
const [SHORTEST, LONGEST] = [1e-140, 1e140];

/** Whether sums over a vector of this length are as exact as the bounds take them to be. */
function isMeasurable(norm: number): boolean {
  return norm > SHORTEST && norm < LONGEST;
}

/**
 * Codes a query, or says that it cannot be.
 *
 * The sizes of the codes add up to less than 2^31 / 127, so that no sum overflows.
 */
export function codeQuery({ values, norm }: ComparableVector, stride: number): ByteQuery | undefined {
  if (!isMeasurable(norm)) return undefined;
  let largest = 0;
  let total = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > largest) largest = size;
    total += size;
  }
  const step = Math.max(largest / 32_767, (total * MOST_CODE) / (2 ** 31 - 1 - 64 * stride));
  const codes = new Int16Array(stride);
  let missed = 0;
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] as number) / step;
    const code = Math.max(-32_767, Math.min(32_767, Math.round(value)));
    codes[i] = code;
    missed += (value - code) ** 2;
  }
  return { codes, scale: step / norm, residual: (Math.sqrt(missed) * step) / norm + 1e-9 };
}
