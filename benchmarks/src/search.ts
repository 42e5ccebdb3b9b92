/**
 * How long an exact search of public text takes on 10,000, 100,000 and a million fragments of 384 dimensions.
 *
 * What is measured is `searchWithCounts` as a server calls it: filters, both default plugins, the scan of the byte codes,
 * the exact rescore, counting, sorting, the crossing, limit 10. It is compared with measuring every row in float64 before
 * anything is timed: ids, scores and counts must be the same. Beside it run, in turns with it and so on the same machine at
 * the same moment: usearch's exact search, and a native read of as many bytes as the float32 rows have. sqlite-vec, LanceDB,
 * Orama and an HNSW graph run on their own afterwards.
 *
 *   pnpm bench search [--json] [--sizes=10k,100k,1M] [--peers=all|usearch|none] [--no-install]
 *
 * Everything takes about 9 minutes on two quiet cores, without 1M about 7. Peers that are missing are installed first
 * (`node benchmarks/peers/vectors/install.mjs`); all but usearch run each in a process of its own, up to 100k, and one
 * that is not done after four minutes is left out, as is one that does not run here. The floor is 0.15 for random rows,
 * the default of 0.2 for clustered ones, so that ten rows reach it. How long an index of so many fragments takes to be
 * opened, its bytes and its memory on disk and opened are measured by `pnpm bench growth`, on files.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type SearchOptions, searchWithCounts } from '@archive/retrieve';
import { openScanThreads } from '@archive/retrieve/workers';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import {
  buildVectorArchive,
  type RowShape,
  TYPES_BY_SHARE,
  type VectorArchive,
} from './lib/vector-archive.ts';
import type { PeerRun } from './lib/vector-peer-run.ts';
import { openVectorPeer, VECTOR_PEERS, type VectorPeer, vectorPeersFolder } from './lib/vector-peers.ts';

const TOP = 10;
const QUESTION = 'what does it say about one thing and another';
const SIZES: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1M': 1_000_000 };
if (process.argv.includes('--help')) {
  process.stdout.write(
    'pnpm bench search [--json] [--sizes=10k,100k,1M] [--peers=all|usearch|none] [--no-install]\n' +
      'All of it: about 9 minutes on two quiet cores; without 1M about 7; --sizes=10k about 1.\n',
  );
  process.exit();
}
const sizes = optionOf('sizes', Object.keys(SIZES).join(',')).split(',');
const peers = optionOf('peers', 'all');
const MOST_PEER_MS = 4 * 60_000;
const MOST_INSTALL_MS = 5 * 60_000;
const table = createBenchRows();
if (peers !== 'none' && !process.argv.includes('--no-install')) installPeers();

// Stopped early, it prints what it has.
process.once('SIGTERM', () => {
  reportRows(table);
  process.exit();
});
for (const size of sizes) {
  for (const shape of ['random', 'clustered'] as const) await measure(size, shape);
}
reportRows(table);

function optionOf(name: string, otherwise: string): string {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given?.slice(name.length + 3) ?? otherwise;
}

async function measure(size: string, shape: RowShape): Promise<void> {
  const count = SIZES[size];
  if (count === undefined) throw new Error(`there is no size "${size}": ${Object.keys(SIZES).join(', ')}`);
  const name = `search/${size}/${shape}`;
  process.stderr.write(`${name}\n`);
  const archive = buildVectorArchive(count, shape, { queries: count >= 1_000_000 ? 20 : 60 });
  const options: SearchOptions = { limit: TOP, scoreFloor: shape === 'random' ? 0.15 : 0.2 };
  assertExact(archive, options, count >= 1_000_000 ? 2 : 5);
  table.scale(`${name}/coding`, archive.codingMs, 'ms');

  const ours = (query: Float32Array): unknown => searchWithCounts(query, QUESTION, archive.index, options);
  const bytes = Buffer.alloc(archive.rows.byteLength, 7);
  const read = (): unknown => bytes.indexOf(9);
  const usearch = peers !== 'none' ? await openVectorPeer('usearch exact', archive) : { absent: 'left out' };
  const runs: Record<string, (query: Float32Array) => unknown> = { ours, read };
  if ('nearest' in usearch) runs['usearch'] = (query) => usearch.nearest(query);
  const times = await inTurns(runs, archive);
  const { ours: mine, read: reading, usearch: peer } = times;
  table.scale(`${name}/p50`, at(mine, 0.5), 'ms');
  table.scale(`${name}/p95`, at(mine, 0.95), 'ms');
  table.scale(`${name}/float32-read/p50`, at(reading, 0.5), 'ms');
  const perRead = ratio(mine, reading);
  if (count === 100_000) table.atMost(`${name}/over-float32-read`, perRead, 0.6, 'ratio');
  else table.scale(`${name}/over-float32-read`, perRead, 'ratio');
  const goal = count === 100_000 ? '<= 0.35' : 'for scale';
  if (peer === undefined || 'absent' in usearch)
    table.skip(`${name}/over-usearch`, 'ratio', goal, 'absent' in usearch ? usearch.absent : 'left out');
  else {
    table.scale(`${name}/usearch exact/p50`, at(peer, 0.5), 'ms');
    table.scale(`${name}/usearch exact/recall`, await recallOf(usearch, archive, options), 'share');
    const perPeer = ratio(mine, peer);
    table.must(`${name}/over-usearch`, perPeer, 'ratio', goal, count !== 100_000 || perPeer <= 0.35);
  }
  await measureFilters(name, archive, options);
  await measureThreads(name, archive, ours);
  if (count === 1_000_000) table.atMost(`${name}/one-thread/p50`, at(mine, 0.5), 100, 'ms');
  if (peers === 'all' && count <= 100_000) measurePeers(name, count, shape);
}

async function measureFilters(name: string, archive: VectorArchive, options: SearchOptions): Promise<void> {
  const runs: Record<string, (query: Float32Array) => unknown> = {
    all: (query) => searchWithCounts(query, QUESTION, archive.index, options),
  };
  for (const [share, type] of Object.entries(TYPES_BY_SHARE)) {
    const filtered: SearchOptions = { ...options, scoreFloor: -1, filters: { type: [...type] } };
    assertExact(archive, filtered, archive.count >= 1_000_000 ? 1 : 2, new Set(type));
    runs[share] = (query) =>
      searchWithCounts(query, QUESTION, archive.index, { ...options, filters: { type: [...type] } });
  }
  const times = await inTurns(runs, archive);
  for (const share of Object.keys(TYPES_BY_SHARE)) {
    table.scale(`${name}/filter-${share}%/p50`, at(times[share], 0.5), 'ms');
    const over = ratio(times[share], times['all']);
    // At 10,000 a search takes less than a millisecond, and the clock tells little.
    if (archive.count >= 100_000)
      table.atMost(`${name}/filter-${share}%/over-unfiltered`, over, 1.2, 'ratio');
    else table.scale(`${name}/filter-${share}%/over-unfiltered`, over, 'ratio');
  }
}

async function measureThreads(
  name: string,
  archive: VectorArchive,
  ours: (query: Float32Array) => unknown,
): Promise<void> {
  const alone = archive.queries.slice(0, 3).map(ours);
  const threads = await openScanThreads(archive.index, { threads: 2 });
  deepStrictEqual(archive.queries.slice(0, 3).map(ours), alone, `${name}: threads change an answer`);
  const { two } = await inTurns({ two: ours }, archive);
  await threads.close();
  if (archive.count === 1_000_000) table.atMost(`${name}/two-threads/p50`, at(two, 0.5), 60, 'ms');
  else table.scale(`${name}/two-threads/p50`, at(two, 0.5), 'ms');
}

/** Installs the peers where they are missing; what cannot be had is named by its rows. */
function installPeers(): void {
  if (existsSync(join(vectorPeersFolder, 'node_modules', 'usearch'))) return;
  spawnSync(process.execPath, [join(vectorPeersFolder, 'install.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: MOST_INSTALL_MS,
  });
}

function measurePeers(name: string, count: number, shape: RowShape): void {
  for (const peer of Object.keys(VECTOR_PEERS).filter((each) => each !== 'usearch exact')) {
    process.stderr.write(`${name}/${peer}\n`);
    const run = runPeer(peer, count, shape);
    if ('absent' in run) {
      table.skip(`${name}/${peer}/p50`, 'ms', 'for scale', run.absent);
      continue;
    }
    table.scale(`${name}/${peer}/build`, run.buildMs / 1000, 's');
    table.scale(`${name}/${peer}/p50`, run.p50, 'ms');
    table.scale(`${name}/${peer}/p95`, run.p95, 'ms');
    table.scale(`${name}/${peer}/recall`, run.recall, 'share');
    table.scale(`${name}/${peer}/rss`, run.rss / 2 ** 20, 'MiB');
    if (run.diskBytes > 0) table.scale(`${name}/${peer}/on disk`, run.diskBytes / 2 ** 20, 'MiB');
  }
}

function runPeer(peer: string, count: number, shape: RowShape): PeerRun | { absent: string } {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--max-old-space-size=8000',
      '--conditions=@archive/source',
      '--import',
      'tsx',
      join(import.meta.dirname, 'lib', 'vector-peer-run.ts'),
      peer,
      String(count),
      shape,
    ],
    { encoding: 'utf8', timeout: MOST_PEER_MS, maxBuffer: 2 ** 24 },
  );
  if (signal === 'SIGTERM') return { absent: `not done after ${MOST_PEER_MS / 60_000} minutes` };
  if (signal !== null) return { absent: `does not run here: ${signal}` };
  if (status !== 0)
    return { absent: `does not run here: ${/^\w*Error.*$/m.exec(stderr)?.[0] ?? `exit ${status}`}` };
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PeerRun | { absent: string };
}

/** Times of each run, a query at a time, every run in turn; the first queries warm up. */
async function inTurns<Name extends string>(
  runs: Record<Name, (query: Float32Array) => unknown>,
  { queries }: VectorArchive,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(runs) as Name[];
  const times = Object.fromEntries(names.map((run) => [run, []])) as unknown as Record<Name, number[]>;
  const warmUp = Math.min(15, queries.length >> 1);
  for (const [n, query] of [...queries.slice(0, warmUp), ...queries].entries()) {
    for (const run of names) {
      const start = performance.now();
      await runs[run](query);
      if (n >= warmUp) times[run].push(performance.now() - start);
    }
  }
  return times;
}

function at(times: readonly number[] | undefined, share: number): number {
  const sorted = [...(times ?? [])].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

/** Ratio of the medians. */
function ratio(times: readonly number[] | undefined, others: readonly number[] | undefined): number {
  return at(times, 0.5) / at(others, 0.5);
}

/** Numbers and cosines of all rows, nearest first, by float64 sums in index order. */
function bruteForce(
  { rows, count, dimensions, index }: VectorArchive,
  query: Float32Array,
  admits: (n: number) => boolean = () => true,
): { n: number; score: number }[] {
  const norm = Math.sqrt(query.reduce((sum, value) => sum + value * value, 0));
  const found: { n: number; score: number }[] = [];
  for (let n = 0; n < count; n++) {
    if (!admits(n)) continue;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += (rows[n * dimensions + i] as number) * (query[i] as number);
    found.push({ n, score: sum / (index.columns?.norms[n] as number) / norm });
  }
  return found.sort((a, b) => b.score - a.score || a.n - b.n);
}

function assertExact(
  archive: VectorArchive,
  options: SearchOptions,
  queries: number,
  types?: ReadonlySet<string>,
): void {
  const columns = archive.index.columns as NonNullable<typeof archive.index.columns>;
  const admits = (n: number): boolean =>
    types?.has(columns.types[columns.type[columns.work[n] as number] as number] as string) ?? true;
  const floor = Math.ceil((options.scoreFloor as number) * 20 - 1e-9) / 20;
  for (const query of archive.queries.slice(0, queries)) {
    const { hits, matched } = searchWithCounts(query, QUESTION, archive.index, options);
    const reached = bruteForce(archive, query, admits).filter(({ score }) => score >= floor);
    const got = { matched, hits: hits.map(({ fragmentId, score }) => [Number(fragmentId.slice(-8)), score]) };
    const want = { matched: reached.length, hits: reached.slice(0, TOP).map(({ n, score }) => [n, score]) };
    deepStrictEqual(got, want, 'the search differs from measuring every row');
    if (hits.length === 0) throw new Error('nothing reached the floor, so nothing was compared');
  }
}

/** Share of the true ten that a peer finds. */
async function recallOf(peer: VectorPeer, archive: VectorArchive, options: SearchOptions): Promise<number> {
  let found = 0;
  let wanted = 0;
  for (const query of archive.queries.slice(0, 20)) {
    const { hits } = searchWithCounts(query, QUESTION, archive.index, { ...options, scoreFloor: -1 });
    const truth = new Set(hits.map(({ fragmentId }) => Number(fragmentId.slice(-8))));
    wanted += truth.size;
    found += (await peer.nearest(query)).filter((n) => truth.has(n)).length;
  }
  return found / wanted;
}
