/**
 * Vectors and sign bits as rows of bytes, as a generation keeps them beside its JSON.
 *
 * Rows are 32-bit floats, least significant byte first, on every machine. Vectors that come as 64-bit numbers are
 * rounded to that here and nowhere else. In a served half, exact rows come first and rows of bits after them, both in
 * the order of the entries.
 */
import { vectorProblem } from './check-vector.ts';
import type { Chunk } from './atomic-write.ts';
import type { Checker } from './refusal.ts';

/** A vector or the bits in its place. */
export type Row = { vector: ArrayLike<number> } | { bits: Uint8Array };

/** Packs rows: exact ones first, then bits. @throws {IndexFormatError} for a vector that cannot be stored */
export function packRows(checker: Checker, rows: readonly Row[], dimensions: number): Chunk[] {
  const exact: Chunk[] = [];
  const coded: Chunk[] = [];
  rows.forEach((row, at) => {
    if ('bits' in row) {
      coded.push(row.bits);
      return;
    }
    const problem = vectorProblem(row.vector, dimensions);
    if (problem !== undefined) throw checker.refuse(`entries[${at}].vector`, problem);
    exact.push(packFloats(row.vector));
  });
  return [...exact, ...coded];
}

/** Where the rows of a file begin, and how long they are. */
export interface RowLayout {
  dimensions: number;
  /** Bytes of a row of bits. */
  bitBytes: number;
  /** For each entry, whether its row is bits. */
  isCoded: readonly boolean[];
}

/** Unpacks rows in the order of the entries; undefined when the file does not have exactly their length. */
export function unpackRows(
  bytes: Uint8Array,
  { dimensions, bitBytes, isCoded }: RowLayout,
): Row[] | undefined {
  const codedCount = isCoded.filter(Boolean).length;
  const exactBytes = (isCoded.length - codedCount) * dimensions * FLOAT_BYTES;
  if (bytes.length !== exactBytes + codedCount * bitBytes) return undefined;
  const floats = unpackFloats(bytes.subarray(0, exactBytes));
  let exactAt = 0;
  let codedAt = exactBytes;
  return isCoded.map((coded): Row => {
    if (coded) return { bits: new Uint8Array(bytes.subarray(codedAt, (codedAt += bitBytes))) };
    return { vector: floats.subarray(exactAt, (exactAt += dimensions)) };
  });
}

function packFloats(vector: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(vector.length * FLOAT_BYTES);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < vector.length; at++) view.setFloat32(at * FLOAT_BYTES, vector[at] as number, true);
  return bytes;
}

function unpackFloats(bytes: Uint8Array): Float32Array {
  if (IS_LITTLE_ENDIAN) return new Float32Array(new Uint8Array(bytes).buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) =>
    view.getFloat32(at * FLOAT_BYTES, true),
  );
}

const FLOAT_BYTES = 4;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
