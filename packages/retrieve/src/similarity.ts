/**
 * How near the rows of an index are to a query: the cosine of an exact row, the estimate of a coded one.
 *
 * Every sum is float64 in index order, so that the result equals the slow oracle bit for bit (decisions 3.7); speed
 * comes from running four rows side by side, each with a sum of its own. Source of the estimate: decisions 1.3.
 */
import { holdsCoded } from './columns/column-facts.ts';
import { RetrievalIndexError } from './errors.ts';
import type { RetrievalCodes, RetrievalColumns, RetrievalIndex } from './index-port.ts';
import { type ComparableVector, euclideanLength } from './query-vector.ts';
import { dotOfRow, rowAt } from './select/exact-cosine.ts';

/** The vectors of one query: for what is exposed as text, and for everything else. */
export interface QueryVectors {
  readonly text: ComparableVector;
  readonly coarse: ComparableVector;
}

/** Takes the similarity of the row at a position. */
export type TakeSimilarity = (position: number, similarity: number) => void;

/**
 * Measures the entries at some positions, coded ones too.
 *
 * @throws {RetrievalIndexError} when `encodeQuery` yields another length than it states, or a number that is not finite
 */
export function measureAll(
  { codes }: Pick<RetrievalIndex, 'codes'>,
  columns: RetrievalColumns,
  positions: Uint32Array,
  query: ComparableVector,
  take: TakeSimilarity,
): void {
  const { exact, coded } = byKindOfRow(columns, positions);
  scanFloats(columns, exact, query, take);
  if (coded.length === 0) return;
  const estimate = signEstimate(codes as RetrievalCodes, query);
  for (const position of coded) take(position, estimate(bitsAt(columns, position)));
}

/** Splits positions by whether their row is exact or coded; each part keeps the order. */
export function byKindOfRow(
  columns: RetrievalColumns,
  positions: Uint32Array,
): { exact: Uint32Array; coded: Uint32Array } {
  if (!holdsCoded(columns)) return { exact: positions, coded: NONE };
  const { exactRow } = columns;
  let count = 0;
  for (let at = 0; at < positions.length; at++)
    if ((exactRow[positions[at] as number] as number) >= 0) count += 1;
  if (count === positions.length) return { exact: positions, coded: NONE };
  if (count === 0) return { exact: NONE, coded: positions };
  return {
    exact: positions.filter((position) => (exactRow[position] as number) >= 0),
    coded: positions.filter((position) => (exactRow[position] as number) < 0),
  };
}

const NONE = new Uint32Array(0);

/** The bits at a position. */
export function bitsAt(columns: RetrievalColumns, position: number): Uint8Array {
  const bits = columns.bitsAt(position);
  if (bits === undefined) throw new RetrievalIndexError({ entry: position, message: 'has no bits' });
  return bits;
}

/** Measures exact rows in full, in their order. */
export function scanFloats(
  columns: RetrievalColumns,
  positions: Uint32Array,
  { values, norm }: ComparableVector,
  take: TakeSimilarity,
): void {
  const { norms } = columns;
  const sums = new Float64Array(4);
  const put = (at: number, dot: number): void => {
    const position = positions[at] as number;
    take(position, dot / (norms[position] as number) / norm);
  };
  let at = 0;
  while (at < positions.length) {
    const a = rowAt(columns, positions[at] as number);
    if (at + 4 <= positions.length && a instanceof Float32Array) {
      const b = rowAt(columns, positions[at + 1] as number);
      const c = rowAt(columns, positions[at + 2] as number);
      const d = rowAt(columns, positions[at + 3] as number);
      if (b instanceof Float32Array && c instanceof Float32Array && d instanceof Float32Array) {
        dotFour(a, b, c, d, values, sums);
        for (let lane = 0; lane < 4; lane++) put(at + lane, sums[lane] as number);
        at += 4;
        continue;
      }
    }
    put(at, dotOfRow(a, values));
    at += 1;
  }
}

function dotFour(
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
  d: Float32Array,
  query: Float64Array,
  sums: Float64Array,
): void {
  let sumA = 0;
  let sumB = 0;
  let sumC = 0;
  let sumD = 0;
  for (let i = 0; i < query.length; i++) {
    const value = query[i] as number;
    sumA += (a[i] as number) * value;
    sumB += (b[i] as number) * value;
    sumC += (c[i] as number) * value;
    sumD += (d[i] as number) * value;
  }
  sums[0] = sumA;
  sums[1] = sumB;
  sums[2] = sumC;
  sums[3] = sumD;
}

/** A coded query: `-q` and `+q` for each bit, side by side, and the factor that makes a sum an estimate. */
export interface SignTable {
  /** Filled up with zeros to whole bytes; they add nothing, whatever the spare bits of a row say. */
  readonly signed: Float64Array;
  /** √(π/2) / (‖q′‖ · √bits); 0 when the coded query is zero. */
  readonly scale: number;
}

/** Makes the exact estimate of a query: one number for the bits of a row. */
export function signEstimate(codes: RetrievalCodes, query: ComparableVector): (bits: Uint8Array) => number {
  const { signed, scale } = signTable(codes, query);
  const { a, c } = codes.line;
  return (bits) => a * (signedSum(bits, signed) * scale) + c;
}

/**
 * Codes a query for the bits of rows.
 *
 * @throws {RetrievalIndexError} when `encodeQuery` yields another length than it states, or a number that is not finite
 */
export function signTable(codes: RetrievalCodes, { values }: ComparableVector): SignTable {
  const coded = codes.encodeQuery(values);
  if (coded.length !== codes.bits) {
    throw new RetrievalIndexError({
      message: `codes.encodeQuery yields ${coded.length} numbers for ${codes.bits} bits`,
    });
  }
  const norm = euclideanLength(coded);
  if (!Number.isFinite(norm)) {
    throw new RetrievalIndexError({ message: 'codes.encodeQuery yields a number that is not finite' });
  }
  const signed = new Float64Array(16 * Math.ceil(codes.bits / 8));
  for (let i = 0; i < codes.bits; i++) {
    const value = coded[i] as number;
    signed[2 * i] = -value;
    signed[2 * i + 1] = value;
  }
  return { signed, scale: norm === 0 ? 0 : Math.sqrt(Math.PI / 2) / (norm * Math.sqrt(codes.bits)) };
}

/** Adds `+q` where a bit is set and `-q` where it is not, in bit order. */
export function signedSum(bits: Uint8Array, signed: Float64Array): number {
  let sum = 0;
  let at = 0;
  for (let place = 0; place < bits.length; place++) {
    const byte = bits[place] as number;
    sum += signed[at + (byte & 1)] as number;
    sum += signed[at + 2 + ((byte >> 1) & 1)] as number;
    sum += signed[at + 4 + ((byte >> 2) & 1)] as number;
    sum += signed[at + 6 + ((byte >> 3) & 1)] as number;
    sum += signed[at + 8 + ((byte >> 4) & 1)] as number;
    sum += signed[at + 10 + ((byte >> 5) & 1)] as number;
    sum += signed[at + 12 + ((byte >> 6) & 1)] as number;
    sum += signed[at + 14 + (byte >> 7)] as number;
    at += 16;
  }
  return sum;
}
