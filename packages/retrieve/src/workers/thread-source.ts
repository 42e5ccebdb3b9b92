/**
 * The program of a thread, as text: a thread cannot be started from a source file that must be compiled first.
 *
 * It does what `laneScanner` does, in the lane it was given, for the blocks it can take.
 */
import { CONTROL } from './thread-plan.ts';

/** JavaScript that runs as it is, in a thread of its own. */
export const THREAD_SOURCE = `'use strict';
const { parentPort, workerData: at } = require('node:worker_threads');
const { scan, gather } = new WebAssembly.Instance(at.module, { archive: { memory: at.memory } }).exports;
const { buffer } = at.memory;
const control = new Int32Array(at.control);
const done = new Int32Array(at.done);
const rows = new Uint32Array(at.rows);
const sums = new Int32Array(at.sums);
const list = new Uint32Array(buffer, at.listAt, at.blockRows);
const out = new Int32Array(buffer, at.outAt, at.blockRows);

function takeBlock() {
  for (;;) {
    const left = Atomics.load(control, ${CONTROL.LEFT});
    if (left <= 0) return -1;
    if (Atomics.compareExchange(control, ${CONTROL.LEFT}, left, left - 1) === left) return left - 1;
  }
}

function score(block) {
  const first = block * at.blockRows;
  const count = Math.min(at.blockRows, Atomics.load(control, ${CONTROL.ROWS}) - first);
  const isListed = Atomics.load(control, ${CONTROL.LISTED}) === 1;
  const whole = isListed ? 0 : count & ~3;
  if (whole > 0) scan(at.queryAt, at.stride, at.offset + first * at.stride, whole, at.outAt);
  const rest = count - whole;
  if (rest > 0) {
    for (let n = 0; n < rest; n++) list[n] = isListed ? rows[first + n] : first + whole + n;
    const filled = (rest + 3) & ~3;
    list.fill(list[rest - 1], rest, filled);
    gather(at.queryAt, at.stride, at.offset, at.listAt, filled, at.outAt + 4 * whole);
  }
  sums.set(out.subarray(0, count), first);
  Atomics.store(done, block, 1);
  Atomics.notify(done, block);
}

let round = 0;
parentPort.postMessage('ready');
for (;;) {
  Atomics.wait(control, ${CONTROL.ROUND}, round);
  round = Atomics.load(control, ${CONTROL.ROUND});
  if (Atomics.load(control, ${CONTROL.STOP}) === 1) break;
  for (let block = takeBlock(); block >= 0; block = takeBlock()) score(block);
}
`;
