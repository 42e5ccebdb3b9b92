/**
 * Dot products of a coded query with the rows of an index, a block at a time.
 *
 * The kernel writes into its own scratch before the first row; a block is read before the next is scored, so that it
 * never leaves the cache. A thread has a lane of the scratch to itself.
 */
import { BYTE_CODE_SCRATCH, type ByteCodes } from '../index-port.ts';
import { BYTE_DOTS_WASM } from './byte-dots-wasm.ts';
import { compileWasm, instantiateKernel, type WasmModule } from './web-assembly.ts';

/** Most rows of a block. */
export const BLOCK_ROWS = 8_192;
/** Bytes of scratch of one thread: the query, a list of rows, their sums. */
export const LANE_BYTES = 131_072;
/** Threads there is scratch for. */
export const LANES: number = BYTE_CODE_SCRATCH / LANE_BYTES;
/** Most bytes of a row the scratch has room for. */
export const MOST_STRIDE = 16_384;

/** Where in a lane the list of a block begins; the query lies before. */
export const LIST_AT: number = 2 * MOST_STRIDE;
/** Where in a lane the sums of a block begin. */
export const OUT_AT: number = LIST_AT + 4 * BLOCK_ROWS;

/**
 * Takes the sums of one block.
 *
 * @param first  place of the block's first row in the list, or its number where all rows are scored
 * @param count  rows of the block
 * @param dots   their sums, from place 0; valid until the call ends
 */
export type TakeBlock = (first: number, count: number, dots: Int32Array) => void;

/** Scores rows with a query. */
export interface ByteScanner {
  /**
   * @param query  as many whole numbers as a row has bytes
   * @param rows   numbers of the rows, or how many rows there are when all are scored in order
   * @param take   called for each block, in no order that could be relied upon
   */
  scan(query: Int16Array, rows: Uint32Array | number, take: TakeBlock): void;
}

let compiled: WasmModule | 'none' | undefined;

/** The kernel, compiled once; undefined where the machine lacks its instructions. */
export function kernelOfMachine(): WasmModule | undefined {
  compiled ??= compileWasm(bytesOf(BYTE_DOTS_WASM)) ?? 'none';
  return compiled === 'none' ? undefined : compiled;
}

const scanners = new WeakMap<ByteCodes, ByteScanner>();

/** The scanner of some codes; undefined where they cannot be scored here. */
export function scannerOf(codes: ByteCodes): ByteScanner | undefined {
  const known = scanners.get(codes);
  if (known !== undefined) return known;
  const module = kernelOfMachine();
  if (module === undefined || codes.stride > MOST_STRIDE) return undefined;
  const scanner = laneScanner(codes, module, 0);
  scanners.set(codes, scanner);
  return scanner;
}

/** Has another scanner score some codes from now on; gives back the way to undo it. */
export function attachScanner(codes: ByteCodes, scanner: ByteScanner): () => void {
  const before = scanners.get(codes);
  scanners.set(codes, scanner);
  return () => {
    if (before === undefined) scanners.delete(codes);
    else scanners.set(codes, before);
  };
}

/** Scores blocks in one lane of the scratch. */
export interface LaneScanner extends ByteScanner {
  setQuery(query: Int16Array): void;
  /** Scores the rows of one block, at most {@link BLOCK_ROWS}; the sums stay until the next call. */
  block(rows: Uint32Array | undefined, first: number, count: number): Int32Array;
}

/** Makes the scanner of one lane. */
export function laneScanner(
  { memory, offset, stride }: ByteCodes,
  module: WasmModule,
  lane: number,
): LaneScanner {
  const { buffer } = memory;
  const kernel = instantiateKernel(module, memory);
  const base = lane * LANE_BYTES;
  const [listAt, outAt] = [base + LIST_AT, base + OUT_AT];
  const queryOf = new Int16Array(buffer, base, stride);
  const list = new Uint32Array(buffer, listAt, BLOCK_ROWS);
  const out = new Int32Array(buffer, outAt, BLOCK_ROWS);
  const block = (rows: Uint32Array | undefined, first: number, count: number): Int32Array => {
    const whole = rows === undefined ? count & ~3 : 0;
    if (whole > 0) kernel.scan(base, stride, offset + first * stride, whole, outAt);
    const rest = count - whole;
    if (rest === 0) return out;
    // The kernel takes rows by four: the last stands in for those that are missing.
    if (rows === undefined) for (let n = 0; n < rest; n++) list[n] = first + whole + n;
    else list.set(rows.subarray(first, first + count));
    const filled = (rest + 3) & ~3;
    list.fill(list[rest - 1] as number, rest, filled);
    kernel.gather(base, stride, offset, listAt, filled, outAt + 4 * whole);
    return out;
  };
  const setQuery = (query: Int16Array): void => queryOf.set(query);
  return {
    setQuery,
    block,
    scan: (query, rows, take) => {
      setQuery(query);
      const [numbers, size] = typeof rows === 'number' ? [undefined, rows] : [rows, rows.length];
      for (let first = 0; first < size; first += BLOCK_ROWS) {
        const count = Math.min(BLOCK_ROWS, size - first);
        take(first, count, block(numbers, first, count));
      }
    },
  };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
