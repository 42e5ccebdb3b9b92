import { afterEach, describe, expect, it, vi } from 'vitest';
import { BYTE_CODE_SCRATCH, type ByteCodes, type RetrievalIndex } from './index-port.ts';
import {
  BLOCK_ROWS,
  kernelOfMachine,
  LANE_BYTES,
  laneScanner,
  OUT_AT,
  scannerOf,
} from './kernel/byte-scanner.ts';
import { buildIndex } from './testing/build.ts';
import { openScanThreads, type ScanThreads } from './workers.ts';

const thread = vi.hoisted(() => ({ isStuck: false }));

vi.mock('./workers/thread-plan.ts', async (original) => ({ ...(await original<object>()), PATIENCE_MS: 50 }));
vi.mock('./workers/thread-source.ts', async (original) => {
  const { THREAD_SOURCE } = await original<{ THREAD_SOURCE: string }>();
  return {
    get THREAD_SOURCE() {
      return thread.isStuck ? stuck(THREAD_SOURCE) : THREAD_SOURCE;
    },
  };
});

/** The program of a thread that takes blocks and never scores one; it counts in its lane while it runs. */
function stuck(source: string): string {
  const keep = 'for (;;) { Atomics.add(out, 0, 1); Atomics.wait(new Int32Array(at.control), 1, -1, 1); }';
  return source.replace('function score(block) {', `function score(block) { ${keep}`);
}

const STRIDE = 16;
const BLOCKS = 64;

function randomCodes(): ByteCodes {
  const rows = BLOCKS * BLOCK_ROWS;
  const pages = Math.ceil((BYTE_CODE_SCRATCH + rows * STRIDE) / 65_536);
  const { WebAssembly: platform } = globalThis as unknown as {
    WebAssembly: { Memory: new (options: object) => ByteCodes['memory'] };
  };
  const memory = new platform.Memory({ initial: pages, maximum: pages, shared: true });
  const codes = new Int8Array(memory.buffer, BYTE_CODE_SCRATCH);
  for (let n = 0; n < codes.length; n++) codes[n] = ((n * 2_654_435_761) >>> 16) % 255;
  const facts = { scale: new Float32Array(rows), residual: new Float32Array(rows) };
  return {
    memory,
    offset: BYTE_CODE_SCRATCH,
    stride: STRIDE,
    ...facts,
  };
}

const codes = randomCodes();
const index: RetrievalIndex = { ...buildIndex([], []), byteCodes: codes };
const ROWS = BLOCKS * BLOCK_ROWS;
const queryOf = (seed: number): Int16Array =>
  Int16Array.from({ length: STRIDE }, (_, n) => ((seed + n) * 37) % 100);

function sumsBy(scanner: ReturnType<typeof scannerOf>, seed: number): Int32Array {
  const sums = new Int32Array(ROWS);
  scanner?.scan(queryOf(seed), ROWS, (first, count, dots) => sums.set(dots.subarray(0, count), first));
  return sums;
}

/** Place of the first sum that is not the one a single thread finds, or -1. */
function firstWrong(sums: Int32Array, seed: number): number {
  const alone = sumsBy(laneScanner(codes, kernelOfMachine() as object, 0), seed);
  return sums.findIndex((sum, at) => sum !== alone[at]);
}

const outOf = (lane: number): Int32Array =>
  new Int32Array(codes.memory.buffer, lane * LANE_BYTES + OUT_AT, BLOCK_ROWS);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('threads that fail', () => {
  let threads: ScanThreads | undefined;
  afterEach(() => threads?.close());

  it('work on nothing more once what takes the sums has thrown', async () => {
    thread.isStuck = false;
    threads = await openScanThreads(index, { threads: 3 });
    const fail = (): void => {
      throw new Error('no exact row');
    };
    for (let seed = 0; seed < 10; seed++) {
      expect(() => scannerOf(codes)?.scan(queryOf(seed), ROWS, fail)).toThrow('no exact row');
      for (const lane of [1, 2]) outOf(lane).fill(-7);
      await pause(2);
      for (const lane of [1, 2]) expect(outOf(lane).every((sum) => sum === -7)).toBe(true);
      expect(firstWrong(sumsBy(scannerOf(codes), seed + 100), seed + 100)).toBe(-1);
    }
  });

  it('are ended when they keep a block, and the caller scores alone', async () => {
    thread.isStuck = true;
    threads = await openScanThreads(index, { threads: 2 });
    const slowly = (first: number, count: number, dots: Int32Array, into: Int32Array): void => {
      if (first === ROWS - BLOCK_ROWS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      into.set(dots.subarray(0, count), first);
    };
    const sums = new Int32Array(ROWS);
    scannerOf(codes)?.scan(queryOf(1), ROWS, (first, count, dots) => slowly(first, count, dots, sums));
    expect(firstWrong(sums, 1)).toBe(-1);
    await vi.waitFor(async () => {
      const before = outOf(1)[0];
      await pause(30);
      expect([before === 0, outOf(1)[0]]).toEqual([false, before]);
    });
    expect(firstWrong(sumsBy(scannerOf(codes), 2), 2)).toBe(-1);
  });
});
