/**
 * One peer in a process of its own: makes the rows, builds, asks, prints one JSON object.
 *
 * Started by `search.ts` with `--expose-gc`: name of the peer, number of rows, shape. A peer that breaks or takes for ever
 * takes nothing else with it, and its memory is its own.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { searchWithCounts } from '@archive/retrieve';
import { buildVectorArchive, type RowShape } from './vector-archive.ts';
import { openVectorPeer, type VectorPeer } from './vector-peers.ts';

/** What a run says. */
export interface PeerRun {
  readonly buildMs: number;
  readonly p50: number;
  readonly p95: number;
  /** Share of the true ten that it finds. */
  readonly recall: number;
  /** Bytes above what the process held with the rows alone. */
  readonly rss: number;
  readonly diskBytes: number;
}

const WARM_UP = 5;
const CHECKED = 20;
/** Two rows as near as 32 bits can tell may change places. */
const LEAST_EXACT = 0.99;

const [name, count, shape] = process.argv.slice(2) as [string, string, RowShape];
const archive = buildVectorArchive(Number(count), shape, { queries: 40 });
const truth = archive.queries.slice(0, CHECKED).map((query) => {
  const { hits } = searchWithCounts(query, '', archive.index, { limit: 10, scoreFloor: -1 });
  return new Set(hits.map(({ fragmentId }) => Number(fragmentId.slice(-8))));
});
const before = settledMemory();
const opened = await openVectorPeer(name, archive);
if ('absent' in opened) process.stdout.write(JSON.stringify(opened));
else process.stdout.write(JSON.stringify(await measured(opened)));

async function measured(peer: VectorPeer): Promise<PeerRun> {
  const rss = settledMemory() - before;
  let found = 0;
  for (const [at, want] of truth.entries())
    found += (await peer.nearest(archive.queries[at] as Float32Array)).filter((n) => want.has(n)).length;
  const recall = found / truth.reduce((sum, { size }) => sum + size, 0);
  if (peer.isExact && recall < LEAST_EXACT) throw new Error(`finds ${recall} of the ten nearest, not all`);
  const times: number[] = [];
  for (const [at, query] of archive.queries.entries()) {
    const start = performance.now();
    await peer.nearest(query);
    if (at >= WARM_UP) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] as number;
  const run = { buildMs: peer.buildMs, p50: at(0.5), p95: at(0.95), recall, rss };
  await peer.close();
  return { ...run, diskBytes: peer.diskBytes ?? 0 };
}

function settledMemory(): number {
  for (let round = 0; round < 4; round++) (globalThis as unknown as { gc: () => void }).gc();
  return process.memoryUsage.rss();
}
