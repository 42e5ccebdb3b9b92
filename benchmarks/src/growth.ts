/**
 * What does a question cost, and the publish of one change, as an archive grows from 1,000 to 1,000,000 fragments?
 *
 * For each size, in a process of its own: a made-up archive of 384 dimensions is published, one fragment of it changed
 * and published again (the two indexes in memory, the chunks of the rest linked), the result opened and asked. Beside the
 * times: bytes of the served half, memory of the opened index over its bytes, and the exponents, which are slopes of the
 * logarithms (0 is flat, 1 is linear). A question goes through every row by its nature; what may not grow faster than the
 * archive is its cost for each fragment.
 *
 * `--most <n>` ends earlier, `--svg <file>`, from the root of the project, draws the two curves. All of it takes about 6 minutes on
 * two quiet cores and 8 GB of memory, up to 100,000 about 1; a size that is not done after 15 minutes is left out, and the exponents are of
 * the others. A million is changed once, everything else three times. Correctness first: up to 10,000 fragments the
 * answers equal the slow oracle's, and what was changed is found in the opened index.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishGeneration, toServedIndex, type PrivateIndex } from '@archive/index';
import { readServedIndex } from '@archive/index/served';
import { workspaceRoot } from '@archive/process';
import { searchWithCounts } from '@archive/retrieve';
import { oracleSearch } from '@archive/retrieve/core';
import { growingArchive } from './lib/growing-archive.ts';
import { growthChart } from './lib/growth-chart.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const ORACLE_MOST = 10_000;
const QUESTIONS = 20;
const CHANGES = 3;
/** The largest is changed once: a publish of it takes seconds, and repeats would say little more. */
const CHANGED_ONCE_FROM = 1_000_000;
const MOST_SIZE_MS = 15 * 60_000;

/** What one size costs. */
interface Measured {
  size: number;
  servedBytes: number;
  openMs: number;
  openCpuMs: number;
  rssOverBytes: number;
  queryMs: number;
  publishMs: number;
  publishCpuMs: number;
  firstPublishMs: number;
}

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

if (process.argv.includes('--help')) {
  process.stdout.write(
    'pnpm bench growth [--json] [--most 1000000] [--svg docs/growth.svg]\n' +
      'All of it: about 6 minutes on two quiet cores and 8 GB; --most 100000 about 1.\n',
  );
  process.exit();
}
const one = option('--size');
const opening = option('--open');
if (one !== undefined) process.stdout.write(`${JSON.stringify(await publishing(Number(one)))}\n`);
else if (opening !== undefined) process.stdout.write(`${JSON.stringify(await opened(opening))}\n`);
else compare();

/** Publishes an archive of a size and changes of it; then another process opens it, with nothing else in its memory. */
async function publishing(size: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-growth-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'out');
  const archive = growingArchive(size);
  let index: PrivateIndex = archive.index;
  const started = performance.now();
  await publishGeneration(out, { privateIndex: index, servedIndex: toServedIndex(index) });
  const firstPublishMs = performance.now() - started;
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let change = 0; change < (size < CHANGED_ONCE_FROM ? CHANGES : 1); change++) {
    index = archive.edited(index);
    const pair = { privateIndex: index, servedIndex: toServedIndex(index) };
    const cpu = process.cpuUsage();
    const begun = performance.now();
    await publishGeneration(out, pair);
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
  }
  if (size <= ORACLE_MOST) {
    const served = await readServedIndex(out);
    for (let at = 0; at < 3; at++) {
      const { text, vector } = archive.question();
      const found = searchWithCounts(vector, text, served, { limit: 10 });
      ok(found.hits.length > 0);
      deepStrictEqual(found, oracleSearch(vector, text, served, { limit: 10 }));
    }
    deepStrictEqual(
      Array.from(served.entries, ({ fragment }) => fragment.text),
      toServedIndex(index).entries.map(({ fragment }) => fragment.text),
    );
  }
  const read = child<Omit<Measured, 'size' | 'publishMs' | 'publishCpuMs' | 'firstPublishMs'>>([
    '--open',
    out,
    '--of',
    String(size),
  ]);
  if (read === undefined) throw new Error('an index could not be opened in time');
  return { size, ...read, publishMs: median(times), publishCpuMs: median(cpuTimes), firstPublishMs };
}

async function opened(
  out: string,
): Promise<Omit<Measured, 'size' | 'publishMs' | 'publishCpuMs' | 'firstPublishMs'>> {
  const questions = questionsFor(Number(option('--of')));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const index = await readServedIndex(out);
  const openMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  globalThis.gc?.();
  const rss = process.memoryUsage().rss - before;
  const served = join(out, 'generations', String(index.seq), 'served');
  const servedBytes = readdirSync(served).reduce((sum, name) => sum + statSync(join(served, name)).size, 0);
  const times = questions.map(({ text, vector }) => {
    const begun = performance.now();
    searchWithCounts(vector, text, index, { limit: 10 });
    return performance.now() - begun;
  });
  return {
    servedBytes,
    openMs,
    openCpuMs: (user + system) / 1000,
    rssOverBytes: rss / servedBytes,
    // The first makes the index ready.
    queryMs: median(times.slice(1)),
  };
}

/** Questions near works of the archive; of a large one, of its first works, so that it need not be made again. */
function questionsFor(size: number): { text: string; vector: Float32Array }[] {
  const archive = growingArchive(Math.min(size, 1_000));
  return Array.from({ length: QUESTIONS + 1 }, () => archive.question());
}

/** What another process says; undefined when it is not done in time. */
function child<Result>(args: readonly string[]): Result | undefined {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--max-old-space-size=12000',
      ...process.execArgv.filter((each) => !/^--(expose|max)/.test(each)),
      fileURLToPath(import.meta.url),
      ...args,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 24, timeout: MOST_SIZE_MS },
  );
  if (signal === 'SIGTERM') return undefined;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
}

function compare(): void {
  const most = Number(option('--most') ?? SIZES.at(-1));
  const measured: Measured[] = [];
  for (const size of SIZES.filter((each) => each <= most)) {
    process.stderr.write(`growth/${size}\n`);
    const one = child<Measured>(['--size', String(size)]);
    if (one === undefined) {
      process.stderr.write(`growth/${size}: not done after ${MOST_SIZE_MS / 60_000} minutes\n`);
      continue;
    }
    measured.push(one);
    process.stderr.write(`${JSON.stringify(one)}\n`);
  }
  const slope = (of: (one: Measured) => number): number =>
    exponent(measured.map((each) => [each.size, of(each)]));
  const rows = [
    ...measured.flatMap((each) => rowsOf(each)),
    row(
      'growth/exponent/question',
      slope(({ queryMs }) => queryMs),
      '',
      '<= 1.1',
      1.1,
    ),
    row(
      'growth/exponent/publish of one change',
      slope(({ publishCpuMs }) => publishCpuMs),
      '',
      '<= 1.1',
      1.1,
    ),
  ];
  const svg = option('--svg');
  if (svg !== undefined) writeFileSync(resolve(workspaceRoot, svg), growthChart(measured));
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else
    for (const { name, value, unit, goal, ok: isMet } of rows)
      process.stdout.write(`${isMet ? 'ok  ' : 'MISS'} ${name.padEnd(46)} ${value} ${unit} (${goal})\n`);
  if (rows.some(({ ok: isMet }) => !isMet)) process.exitCode = 1;
}

interface Row {
  name: string;
  value: number;
  unit: string;
  goal: string;
  ok: boolean;
}

function rowsOf(each: Measured): Row[] {
  const isHundredThousand = each.size === 100_000;
  const name = (what: string): string => `growth/${each.size}/${what}`;
  const least = Number.POSITIVE_INFINITY;
  return [
    row(name('question p50'), each.queryMs, 'ms', 'for scale', least),
    row(
      name('publish of one change'),
      each.publishMs,
      'ms',
      isHundredThousand ? '<= 1000' : 'for scale',
      isHundredThousand ? 1000 : least,
    ),
    row(name('publish of one change'), each.publishCpuMs, 'CPU ms', 'for scale', least),
    row(name('first publish'), each.firstPublishMs, 'ms', 'for scale', least),
    row(
      name('open'),
      each.openMs,
      'ms',
      isHundredThousand ? '<= 300' : 'for scale',
      isHundredThousand ? 300 : least,
    ),
    row(name('open'), each.openCpuMs, 'CPU ms', 'for scale', least),
    // What the process does besides shows in the memory of a small index.
    ...(each.size >= 100_000
      ? [row(name('memory over bytes'), each.rssOverBytes, 'ratio', '<= 1.3', 1.3)]
      : []),
    row(name('served half'), each.servedBytes / 1e6, 'MB', 'for scale', least),
  ];
}

function row(name: string, value: number, unit: string, goal: string, most: number): Row {
  return { name, value: Number(value.toPrecision(4)), unit, goal, ok: value <= most };
}

/** Slope of the logarithms, by least squares. */
function exponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (axis: 0 | 1): number => logs.reduce((sum, each) => sum + each[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return covariance / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
