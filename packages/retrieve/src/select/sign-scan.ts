/**
 * Goes through coded rows and bounds the estimate of each, a byte of bits at a time.
 *
 * For every byte of a row a table holds the sum of its eight signed values, so that a row takes one look-up a byte. The
 * sums are made in another order than those of the oracle, which is all that the error stands for.
 */
import { joinedBits } from '../columns/column-facts.ts';
import type { RetrievalCodes, RetrievalColumns } from '../index-port.ts';
import type { ComparableVector } from '../query-vector.ts';
import { bitsAt, signedSum, signTable } from '../similarity.ts';
import type { TakeRow } from './cosine-scan.ts';

/** Rows below which a table for each byte costs more than it saves. */
const FEW_ROWS = 512;

/** What a scan of signs is asked. */
export interface SignQuestion {
  /** Rising, all of coded rows. */
  readonly positions: Uint32Array;
  readonly query: ComparableVector;
  /** Positions that are always handed over, rising; may name others. */
  readonly special: Uint32Array;
  /** A row whose estimate cannot reach it is passed over, unless it is special. */
  readonly threshold: number;
}

/**
 * Bounds the estimates at some positions.
 *
 * @param take  called for every row that is not passed over, in the order of the positions
 * @throws {RetrievalIndexError} when `encodeQuery` yields another length than it states, or a number that is not finite
 */
export function scanSigns(
  { codes, columns }: { readonly codes: RetrievalCodes; readonly columns: RetrievalColumns },
  { positions, query, special, threshold }: SignQuestion,
  take: TakeRow,
): void {
  const { signed, scale } = signTable(codes, query);
  const { a, c } = codes.line;
  let total = 0;
  for (let i = 1; i < signed.length; i += 2) total += Math.abs(signed[i] as number);
  const factor = a * scale;
  // Each of the two orders of summing is off by at most (terms − 1) half steps of the sum of sizes.
  const error = (total * Math.abs(factor) * (signed.length + 8) + Math.abs(c)) * 2 ** -52 + Number.MIN_VALUE;
  const sumAt = positions.length < FEW_ROWS ? fewSums(columns, signed) : manySums(columns, signed);
  let next = 0;
  for (const position of positions) {
    const estimate = factor * sumAt(position) + c;
    while (next < special.length && (special[next] as number) < position) next += 1;
    if (estimate + error >= threshold || special[next] === position) take(position, estimate, error);
  }
}

function fewSums(columns: RetrievalColumns, signed: Float64Array): (position: number) => number {
  return (position) => signedSum(bitsAt(columns, position), signed);
}

function manySums(columns: RetrievalColumns, signed: Float64Array): (position: number) => number {
  const perByte = byteSums(signed);
  const width = signed.length / 16;
  const joined = joinedBits(columns);
  return (position) => {
    const row = joined.width === width ? (joined.rowOf[position] as number) : -1;
    return row < 0
      ? sumOfBytes(bitsAt(columns, position), 0, width, perByte)
      : sumOfBytes(joined.bytes, row * width, width, perByte);
  };
}

/** Two sums side by side, of every other byte: one would wait for itself. */
function sumOfBytes(bytes: Uint8Array, from: number, width: number, perByte: Float64Array): number {
  let even = 0;
  let odd = 0;
  let place = 0;
  for (; place + 1 < width; place += 2) {
    even += perByte[256 * place + (bytes[from + place] as number)] as number;
    odd += perByte[256 * place + 256 + (bytes[from + place + 1] as number)] as number;
  }
  if (place < width) even += perByte[256 * place + (bytes[from + place] as number)] as number;
  return even + odd;
}

/** The sum of eight signed values, for each byte of a row and each value it may have. */
function byteSums(signed: Float64Array): Float64Array {
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
