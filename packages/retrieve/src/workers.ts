/**
 * The door of threads: the byte codes of a large index scored by several at once, over the memory they share.
 *
 * Needs Node. Searches stay what they are, in their results and in how they are called; only the scan beneath them is
 * shared out. Everything else of this package computes alone and needs no platform.
 */
import { Worker } from 'node:worker_threads';
import type { ByteCodes, RetrievalIndex } from './index-port.ts';
import {
  attachScanner,
  BLOCK_ROWS,
  type ByteScanner,
  kernelOfMachine,
  LANE_BYTES,
  LANES,
  laneScanner,
  LIST_AT,
  MOST_STRIDE,
  OUT_AT,
} from './kernel/byte-scanner.ts';
import { CONTROL, PATIENCE_MS, type ThreadData } from './workers/thread-plan.ts';
import { THREAD_SOURCE } from './workers/thread-source.ts';

/** Threads that score an index. */
export interface ScanThreads {
  /** How many score, the caller's own among them; 1 when none could be started. */
  readonly threads: number;
  /** Ends them; searches go on with the caller's thread alone. */
  close(): Promise<void>;
}

/**
 * Starts threads for an index, for every search of it and of its views from now on, by this thread alone.
 *
 * They do not keep the process alive. An index without byte codes, or one whose rows cannot be scored here, gets none.
 *
 * @param options.threads  how many are to score, the caller's own among them: 1 to 8
 */
export async function openScanThreads(
  { byteCodes }: RetrievalIndex,
  { threads }: { readonly threads: number },
): Promise<ScanThreads> {
  const module = kernelOfMachine();
  const wanted = Math.min(Math.floor(threads), LANES);
  if (byteCodes === undefined || module === undefined || byteCodes.stride > MOST_STRIDE || !(wanted > 1))
    return { threads: 1, close: async () => {} };
  const shared = sharedNumbers(byteCodes.scale.length);
  const workers = Array.from({ length: wanted - 1 }, (_, n) =>
    startThread(dataOf(byteCodes, module, n + 1, shared)),
  );
  const end = async (): Promise<void> => {
    const control = new Int32Array(shared.control);
    Atomics.store(control, CONTROL.STOP, 1);
    Atomics.add(control, CONTROL.ROUND, 1);
    Atomics.notify(control, CONTROL.ROUND);
    await Promise.all(workers.map((worker) => worker.terminate()));
  };
  const close = async (): Promise<void> => {
    detach();
    await end();
  };
  let detach = (): void => {};
  try {
    await Promise.all(workers.map(ready));
  } catch (error) {
    await close();
    throw error;
  }
  for (const worker of workers) worker.unref();
  detach = attachScanner(
    byteCodes,
    sharedScanner(byteCodes, module, wanted, shared, () => void end()),
  );
  return { threads: wanted, close };
}

type Shared = Pick<ThreadData, 'control' | 'done' | 'rows' | 'sums'>;

function sharedNumbers(rows: number): Shared {
  return {
    control: new SharedArrayBuffer(4 * CONTROL.LENGTH),
    done: new SharedArrayBuffer(4 * Math.ceil(rows / BLOCK_ROWS)),
    rows: new SharedArrayBuffer(4 * rows),
    sums: new SharedArrayBuffer(4 * rows),
  };
}

function dataOf(
  { memory, offset, stride }: ByteCodes,
  module: object,
  lane: number,
  shared: Shared,
): ThreadData {
  const base = lane * LANE_BYTES;
  return {
    ...shared,
    module,
    memory,
    queryAt: base,
    listAt: base + LIST_AT,
    outAt: base + OUT_AT,
    offset,
    stride,
    blockRows: BLOCK_ROWS,
  };
}

function startThread(data: ThreadData): Worker {
  return new Worker(THREAD_SOURCE, { eval: true, workerData: data, execArgv: [], name: 'archive-scan' });
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject);
      // A thread that fails later is waited for in vain, once.
      worker.on('error', () => {});
      resolve();
    });
    worker.once('error', reject);
  });
}

/**
 * Scores with the threads: this one takes blocks like the others, and hands on what they have done.
 *
 * However a scan ends, no thread is at work on it afterwards: the next one writes over the question and the marks.
 *
 * @param endThreads  called once, when a thread kept a block for too long
 */
function sharedScanner(
  codes: ByteCodes,
  module: object,
  threads: number,
  shared: Shared,
  endThreads: () => void,
): ByteScanner {
  const own = laneScanner(codes, module, 0);
  const control = new Int32Array(shared.control);
  const done = new Int32Array(shared.done);
  const listed = new Uint32Array(shared.rows);
  const sums = new Int32Array(shared.sums);
  const queries = Array.from(
    { length: threads },
    (_, lane) => new Int16Array(codes.memory.buffer, lane * LANE_BYTES, codes.stride),
  );
  let lastRows: Uint32Array | undefined;
  let isGivenUp = false;
  const isScored = (block: number): boolean => {
    if (isDone(done, block, isGivenUp ? 0 : PATIENCE_MS)) return true;
    // What that thread may yet write must never be taken for an answer to a later question.
    if (!isGivenUp) endThreads();
    isGivenUp = true;
    return false;
  };
  return {
    scan: (query, rows, take) => {
      const size = typeof rows === 'number' ? rows : rows.length;
      const blocks = Math.ceil(size / BLOCK_ROWS);
      // What fits one block is not worth waking anybody for.
      if (blocks <= 1 || isGivenUp) {
        own.scan(query, rows, take);
        return;
      }
      for (const lane of queries) lane.set(query);
      const numbers = typeof rows === 'number' ? undefined : rows;
      if (numbers !== undefined && numbers !== lastRows) listed.set(numbers);
      lastRows = numbers ?? lastRows;
      done.fill(0, 0, blocks);
      Atomics.store(control, CONTROL.ROWS, size);
      Atomics.store(control, CONTROL.LISTED, numbers === undefined ? 0 : 1);
      Atomics.store(control, CONTROL.LEFT, blocks);
      Atomics.add(control, CONTROL.ROUND, 1);
      Atomics.notify(control, CONTROL.ROUND);

      const mine = new Uint8Array(blocks);
      const countOf = (block: number): number => Math.min(BLOCK_ROWS, size - block * BLOCK_ROWS);
      const scoreHere = (block: number): void => {
        const first = block * BLOCK_ROWS;
        take(first, countOf(block), own.block(numbers, first, countOf(block)));
      };
      try {
        for (let block = takeBlock(control); block >= 0; block = takeBlock(control)) {
          mine[block] = 1;
          scoreHere(block);
        }
        for (let block = 0; block < blocks; block++) {
          if (mine[block] === 1) continue;
          if (isScored(block)) {
            const first = block * BLOCK_ROWS;
            take(first, countOf(block), sums.subarray(first, first + countOf(block)));
          } else {
            scoreHere(block);
          }
        }
      } finally {
        // Only where `take` has thrown is anything left here: what nobody has taken, and what threads are still scoring.
        const untaken = Atomics.exchange(control, CONTROL.LEFT, 0);
        for (let block = untaken; block < blocks; block++) if (mine[block] !== 1) isScored(block);
      }
    },
  };
}

function takeBlock(control: Int32Array): number {
  for (;;) {
    const left = Atomics.load(control, CONTROL.LEFT);
    if (left <= 0) return -1;
    if (Atomics.compareExchange(control, CONTROL.LEFT, left, left - 1) === left) return left - 1;
  }
}

/** Waits until a thread has scored a block; false when it takes too long. */
function isDone(done: Int32Array, block: number, patience: number): boolean {
  if (Atomics.load(done, block) === 1) return true;
  return Atomics.wait(done, block, 0, patience) !== 'timed-out' || Atomics.load(done, block) === 1;
}
