/**
 * How near the rows of an index are to a query: the cosine of an exact row, the estimate of a coded one.
 *
 * Every sum is float64 in index order, so that the result equals the slow oracle bit for bit (decisions 3.7); speed
 * comes from running four rows side by side, each with a sum of its own. Source of the estimate: decisions 1.3.
 */
import { RetrievalIndexError } from './errors.ts';
import type { RetrievalCodes, RetrievalEntry, RetrievalIndex } from './index-port.ts';
import type { PreparedIndex } from './prepared-index.ts';
import { type ComparableVector, euclideanLength } from './query-vector.ts';

/** The vectors of one query: for what is exposed as text, and for everything else. */
export interface QueryVectors {
  readonly text: ComparableVector;
  readonly coarse: ComparableVector;
}

/**
 * Measures the entries at some positions.
 *
 * @returns one number for each position, in the same order
 * @throws {RetrievalIndexError} when `encodeQuery` yields another length than it states, or a number that is not finite
 */
export function similarities(
  index: RetrievalIndex,
  prepared: PreparedIndex,
  positions: Int32Array,
  query: QueryVectors,
): Float64Array {
  const result = new Float64Array(positions.length);
  const encoded = new Map<ComparableVector, SignTable>();
  const exact = new Map<ComparableVector, number[]>();
  for (let at = 0; at < positions.length; at++) {
    const entry = index.entries.at(positions[at] as number) as RetrievalEntry;
    const vector = entry.fragment.disclosure.exposure === 'text' ? query.text : query.coarse;
    if (entry.bits === undefined) {
      const slots = exact.get(vector);
      if (slots === undefined) exact.set(vector, [at]);
      else slots.push(at);
    } else {
      const codes = index.codes as RetrievalCodes;
      let table = encoded.get(vector);
      if (table === undefined) encoded.set(vector, (table = signTable(codes, vector)));
      result[at] = codes.line.a * (signedSum(entry.bits, table.signed) * table.scale) + codes.line.c;
    }
  }
  for (const [vector, slots] of exact) measureExact(index, prepared, positions, slots, vector, result);
  return result;
}

function measureExact(
  { entries }: RetrievalIndex,
  { norms }: PreparedIndex,
  positions: Int32Array,
  slots: readonly number[],
  { values, norm }: ComparableVector,
  result: Float64Array,
): void {
  const rowOf = (slot: number): ArrayLike<number> =>
    entries.at(positions[slots[slot] as number] as number)?.vector as ArrayLike<number>;
  const put = (slot: number, dot: number): void => {
    const at = slots[slot] as number;
    result[at] = dot / (norms[positions[at] as number] as number) / norm;
  };
  const sums = new Float64Array(4);
  let slot = 0;
  while (slot < slots.length) {
    const [a, b, c, d] =
      slot + 4 <= slots.length
        ? [rowOf(slot), rowOf(slot + 1), rowOf(slot + 2), rowOf(slot + 3)]
        : [rowOf(slot)];
    if (
      a instanceof Float32Array &&
      b instanceof Float32Array &&
      c instanceof Float32Array &&
      d instanceof Float32Array
    ) {
      dotFour(a, b, c, d, values, sums);
      for (let lane = 0; lane < 4; lane++) put(slot + lane, sums[lane] as number);
      slot += 4;
    } else {
      put(slot, dotOne(a as ArrayLike<number>, values));
      slot += 1;
    }
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

function dotOne(row: ArrayLike<number>, query: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (row[i] as number) * (query[i] as number);
  return sum;
}

/** A coded query: `-q` and `+q` for each bit, side by side, and the factor that makes a sum an estimate. */
interface SignTable {
  /** Filled up with zeros to whole bytes; they add nothing, whatever the spare bits of a row say. */
  readonly signed: Float64Array;
  /** √(π/2) / (‖q′‖ · √bits); 0 when the coded query is zero. */
  readonly scale: number;
}

function signTable(codes: RetrievalCodes, { values }: ComparableVector): SignTable {
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
function signedSum(bits: Uint8Array, signed: Float64Array): number {
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
