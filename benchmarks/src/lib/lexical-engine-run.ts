/**
 * One engine in a process of its own: builds it from a file of lines, measures, prints one JSON object.
 *
 * Started by `lexical.ts` with `--expose-gc`: engine, file of lines, file of queries.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { buildEngine, type LexicalEngine } from './lexical-engines.ts';

/** What a run says. */
export interface EngineRun {
  readonly buildMs: number;
  /** Processor time of the build, all threads together: what a busy machine does not stretch as much. */
  readonly buildCpuMs: number;
  readonly p50: number;
  readonly p95: number;
  /** The same of other ways to ask. */
  readonly others: readonly { readonly way: string; readonly p50: number; readonly p95: number }[];
  /** Bytes above what the process held before it read a line. */
  readonly rss: number;
  /** Numbers of the ten best lines of the first queries. */
  readonly best: readonly (readonly number[])[];
}

const WARM_UP = 50;
const CHECKED = 20;

const [engine, linesPath, queriesPath] = process.argv.slice(2) as [LexicalEngine, string, string];
const queries = readFileSync(queriesPath, 'utf8').trim().split('\n');
// Once in small, so that what the engine's own code takes is there before the memory is measured.
buildEngine(engine, queries).close();
const before = settledMemory();
const used = process.cpuUsage();
const start = performance.now();
const built = buildEngine(engine, linesOf(linesPath));
const buildMs = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const rss = settledMemory() - before;
built.check?.(queries.slice(0, CHECKED));
const own = timesOf((query) => built.search(query));
const best = queries.slice(0, CHECKED).map((query) => built.search(query));
const others = Object.entries(built.otherWays?.(linesOf(linesPath)) ?? {}).map(([way, search]) => ({
  way,
  ...timesOf(search),
}));
built.close();
process.stdout.write(
  JSON.stringify({
    buildMs,
    buildCpuMs: (user + system) / 1000,
    ...own,
    others,
    rss,
    best,
  } satisfies EngineRun),
);

function timesOf(search: (query: string) => unknown): { p50: number; p95: number } {
  for (const query of queries.slice(0, WARM_UP)) search(query);
  const times = queries.map((query) => {
    const asked = performance.now();
    search(query);
    return performance.now() - asked;
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] as number;
  return { p50: at(0.5), p95: at(0.95) };
}

function settledMemory(): number {
  for (let round = 0; round < 4; round++) (globalThis as unknown as { gc: () => void }).gc();
  return process.memoryUsage.rss();
}

/** Lines one after the other, each a string of its own, so that the text as a whole is never held. */
function* linesOf(path: string): Iterable<string> {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(1 << 20);
  let held = 0;
  for (
    let read = readSync(file, buffer);
    read > 0;
    read = readSync(file, buffer, held, buffer.length - held, null)
  ) {
    const end = held + read;
    let from = 0;
    for (let to = buffer.indexOf(10, from); to >= 0 && to < end; to = buffer.indexOf(10, from)) {
      yield buffer.toString('latin1', from, to);
      from = to + 1;
    }
    buffer.copy(buffer, 0, from, end);
    held = end - from;
  }
  closeSync(file);
  if (held > 0) yield buffer.toString('latin1', 0, held);
}
