/**
 * Goes through coded rows and bounds the estimate of each, a byte of bits at a time.
 *
 * For every byte of a row a table holds the sum of its eight signed values, so that a row takes one look-up a byte. The
 * sums are made in another order than those of the oracle, which is all that the error stands for.
 */
import type { RetrievalCodes, RetrievalColumns } from '../index-port.ts';
import type { ComparableVector } from '../query-vector.ts';
import { bitsAt, signTable } from '../similarity.ts';
import type { TakeRow } from './cosine-scan.ts';

/** Rows below which a table for each byte costs more than it saves. */
const FEW_ROWS = 512;

/**
 * Bounds the estimates at some positions, all of them of coded rows.
 *
 * @throws {RetrievalIndexError} when `encodeQuery` yields another length than it states, or a number that is not finite
 */
export function scanSigns(
  codes: RetrievalCodes,
  columns: RetrievalColumns,
  positions: Uint32Array,
  query: ComparableVector,
  take: TakeRow,
): void {
  const { signed, scale } = signTable(codes, query);
  const { a, c } = codes.line;
  const perByte = byteSums(signed, positions.length < FEW_ROWS);
  const bytes = signed.length / 16;
  let total = 0;
  for (let i = 1; i < signed.length; i += 2) total += Math.abs(signed[i] as number);
  const factor = a * scale;
  // Each of the two orders of summing is off by at most (terms − 1) half steps of the sum of sizes.
  const error = (total * Math.abs(factor) * (signed.length + 8) + Math.abs(c)) * 2 ** -52 + Number.MIN_VALUE;
  for (const position of positions) {
    const row = bitsAt(columns, position);
    let sum = 0;
    if (perByte === undefined) {
      for (let place = 0; place < bytes; place++) {
        const byte = row[place] as number;
        for (let bit = 0; bit < 8; bit++) sum += signed[16 * place + 2 * bit + ((byte >> bit) & 1)] as number;
      }
    } else {
      for (let place = 0; place < bytes; place++)
        sum += perByte[256 * place + (row[place] as number)] as number;
    }
    take(position, factor * sum + c, error);
  }
}

/** The sum of eight signed values, for each byte of a row and each value it may have. */
function byteSums(signed: Float64Array, isFew: boolean): Float64Array | undefined {
  if (isFew) return undefined;
  const bytes = signed.length / 16;
  const sums = new Float64Array(256 * bytes);
  for (let place = 0; place < bytes; place++) {
    let none = 0;
    for (let bit = 0; bit < 8; bit++) none += signed[16 * place + 2 * bit] as number;
    sums[256 * place] = none;
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      const without = sums[256 * place + (value & (value - 1))] as number;
      sums[256 * place + value] = without + 2 * (signed[16 * place + 2 * lowest + 1] as number);
    }
  }
  return sums;
}
