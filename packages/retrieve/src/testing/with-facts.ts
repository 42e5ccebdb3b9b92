/**
 * Indexes in memory with the facts that an index on disk brings along: byte codes of the exact rows, and columns over
 * entries that are read when they are asked for.
 */
import {
  BYTE_CODE_SCRATCH,
  type ByteCodes,
  type RetrievalEntry,
  type RetrievalIndex,
} from '../index-port.ts';
import { euclideanLength } from '../query-vector.ts';
import { prepareIndex } from '../prepared-index.ts';

const PAGE = 65_536;

/** Codes rows as whole numbers of one byte, each row on a scale of its own. */
export function byteCodesOf(rows: readonly ArrayLike<number>[], dimensions: number): ByteCodes {
  const stride = 16 * Math.ceil(dimensions / 16);
  const memory = sharedMemory(BYTE_CODE_SCRATCH + stride * rows.length);
  const codes = new Int8Array(memory.buffer, BYTE_CODE_SCRATCH);
  const scale = new Float32Array(rows.length);
  const residual = new Float32Array(rows.length);
  for (const [n, row] of rows.entries()) {
    const values = Float64Array.from(row);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const step = Math.fround(largest / 127);
    scale[n] = step;
    const missed = values.map((value, i) => {
      const code = step > 0 ? Math.max(-127, Math.min(127, Math.round(value / step))) : 0;
      codes[n * stride + i] = code;
      return value - code * step;
    });
    // Scaled first, so that nothing is lost in the squares of very small values; then rounded up.
    const length = largest * euclideanLength(missed.map((value) => value / largest));
    residual[n] = Math.fround(length * (1 + 2 ** -20)) + 2 ** -149;
  }
  return { memory, offset: BYTE_CODE_SCRATCH, stride, scale, residual };
}

function sharedMemory(bytes: number): ByteCodes['memory'] {
  const { WebAssembly: platform } = globalThis as unknown as {
    WebAssembly: { Memory: new (options: object) => ByteCodes['memory'] };
  };
  const pages = Math.ceil(bytes / PAGE);
  return new platform.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The index with byte codes of its exact rows. */
export function withByteCodes(index: RetrievalIndex): RetrievalIndex {
  const rows = Array.from(index.entries, ({ vector }) => vector).filter((vector) => vector !== undefined);
  return { ...index, byteCodes: byteCodesOf(rows, index.dimensions) };
}

/**
 * The index with columns, over entries that are made anew each time one is read.
 *
 * @param onRead  is told the position of each entry that is read
 */
export function withColumns(index: RetrievalIndex, onRead?: (position: number) => void): RetrievalIndex {
  const { columns } = prepareIndex(index);
  const at = (position: number): RetrievalEntry | undefined => {
    onRead?.(position);
    const entry = index.entries.at(position);
    return entry === undefined ? undefined : { ...entry, fragment: { ...entry.fragment } };
  };
  const entries = {
    length: index.entries.length,
    at,
    *[Symbol.iterator]() {
      for (let position = 0; position < index.entries.length; position++)
        yield at(position) as RetrievalEntry;
    },
  };
  return { ...index, columns, entries };
}
