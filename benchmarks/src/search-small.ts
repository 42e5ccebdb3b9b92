/**
 * How long one search takes on 10,000 fragments of 384 dimensions, without any index beneath it.
 *
 * What is measured: `search` as a server calls it (filters, both default plugins, rounding, floor, sort, crossing,
 * limit 10), on an archive of 1,000 works with exact rows, and on the same archive with the rows of private fragments as
 * 256 sign bits. Beside it runs the plainest loop that finds the ten nearest rows: dot products over norms worked out
 * beforehand, a sort, a slice; it filters, rounds and releases nothing.
 *
 * Corpus: seeded; each work is a random direction, each fragment that direction with noise, each query a work with noise,
 * so that about one fragment in a hundred lies above the floor. Results are compared with the slow oracle before anything is timed.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Entity, Fragment } from '@archive/contract/private';
import { type RetrievalEntry, type RetrievalIndex, searchWithCounts } from '@archive/retrieve';
import { oracleSearch } from '@archive/retrieve/core';
import { toyCodes } from '@archive/retrieve/testing';

const FRAGMENTS = 10_000;
const DIMENSIONS = 384;
const WORKS = 1_000;
const BITS = 256;
const WARM_UP = 20;
const QUERIES = 200;
const ORACLE_QUERIES = 3;

const next = seeded(20_260_801);
const archive = buildArchive();
const norms = Array.from(archive.exact.entries, ({ vector }) =>
  Math.sqrt(dot(vector as Float32Array, vector as Float32Array)),
);
const queries = Array.from({ length: QUERIES }, (_, n) => ({
  text: `what does work number ${n} say about snow`,
  vector: noisy(archive.directions[n % WORKS] as Float32Array, 1),
}));

const rows: { name: string; value: number; unit: string; goal: string; ok: boolean }[] = [];
const exact = measure('exact rows', archive.exact);
const coded = measure('coded rows', archive.coded);
const plain = timed((query) => nearestRows(archive.exact, query.vector));
add('search-small/plain-loop/p50', plain.p50, 'ms', 'a peer, for scale', true);
add('search-small/exact/p50', exact.p50, 'ms', '<= 50', exact.p50 <= 50);
add('search-small/exact/p95', exact.p95, 'ms', '<= 100', exact.p95 <= 100);
add('search-small/coded/p50', coded.p50, 'ms', '<= 50', coded.p50 <= 50);
add('search-small/coded/p95', coded.p95, 'ms', '<= 100', coded.p95 <= 100);
add('search-small/exact-over-plain', exact.p50 / plain.p50, 'ratio', '<= 2', exact.p50 / plain.p50 <= 2);
report();

function measure(name: string, index: RetrievalIndex): { p50: number; p95: number } {
  let matched = 0;
  for (const { vector, text } of queries.slice(0, ORACLE_QUERIES)) {
    const found = searchWithCounts(vector, text, index, { limit: 10 });
    deepStrictEqual(
      found,
      oracleSearch(vector, text, index, { limit: 10 }),
      `${name}: search differs from the oracle`,
    );
    matched += found.matched;
  }
  if (matched === 0) throw new Error(`${name}: nothing lies above the floor, so nothing was compared`);
  return timed(({ vector, text }) => searchWithCounts(vector, text, index, { limit: 10 }));
}

function timed(run: (query: (typeof queries)[number]) => unknown): { p50: number; p95: number } {
  for (const query of queries.slice(0, WARM_UP)) run(query);
  const times = queries.map((query) => {
    const start = performance.now();
    run(query);
    return performance.now() - start;
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] as number;
  return { p50: at(0.5), p95: at(0.95) };
}

function nearestRows({ entries }: RetrievalIndex, query: Float32Array): { at: number; cosine: number }[] {
  const norm = Math.sqrt(dot(query, query));
  return Array.from(entries, ({ vector }, at) => ({
    at,
    cosine: dot(vector as Float32Array, query) / ((norms[at] as number) * norm),
  }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 10);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function buildArchive(): { directions: Float32Array[]; exact: RetrievalIndex; coded: RetrievalIndex } {
  const directions = Array.from({ length: WORKS }, () => Float32Array.from({ length: DIMENSIONS }, normal));
  const entities = directions.map((_, n): Entity => {
    const raw = n % 2 === 0 ? 'public' : 'private';
    return {
      id: `essay:work-number-${n}`,
      type: 'essay',
      title: `Work Number ${n}`,
      attribution: [{ name: `Author ${n % 40}` }],
      date: String(1900 + (n % 120)),
      url: `https://archive.example/${n}`,
      identifiers: [],
      themes: [`theme ${n % 300}`, 'snow'],
      disclosure: raw === 'public' ? { raw, exposure: 'text' } : { raw, exposure: 'locator' },
    };
  });
  const exactEntries = Array.from({ length: FRAGMENTS }, (_, n): RetrievalEntry => {
    const owner = entities[n % WORKS] as Entity;
    const fragment: Fragment = {
      id: `${owner.id}#p${n}`,
      entityId: owner.id,
      locator: [{ scheme: 'page', value: String(n) }],
      text:
        owner.disclosure.raw === 'public'
          ? 'A passage about snow, written out for the length of a line or two.'
          : '',
      disclosure: owner.disclosure,
    };
    return { fragment, vector: noisy(directions[n % WORKS] as Float32Array, 1), embeds: 'text' };
  });
  const codes = toyCodes(BITS);
  const codedEntries = exactEntries.map(({ fragment, vector }): RetrievalEntry => {
    if (fragment.disclosure.exposure === 'text' || vector === undefined)
      return { fragment, vector: vector ?? [] };
    return { fragment, bits: codes.encodeRow(vector), embeds: 'text' };
  });
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return {
    directions,
    exact: { entities: byId, entries: exactEntries, dimensions: DIMENSIONS },
    coded: { entities: byId, entries: codedEntries, dimensions: DIMENSIONS, codes },
  };
}

function noisy(direction: Float32Array, share: number): Float32Array {
  return direction.map((value) => value + share * normal());
}

/** A number of the normal distribution (Box and Muller 1958). */
function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Numbers in [0, 1) from a seed: the 32-bit generator `mulberry32`. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function add(name: string, value: number, unit: string, goal: string, ok: boolean): void {
  rows.push({ name, value: Number(value.toFixed(3)), unit, goal, ok });
}

function report(): void {
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  } else {
    process.stdout.write(
      `${FRAGMENTS} fragments × ${DIMENSIONS} dimensions, ${QUERIES} queries, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`,
    );
    for (const { name, value, unit, goal, ok } of rows) {
      process.stdout.write(
        `${ok ? 'ok  ' : 'MISS'} ${name.padEnd(34)} ${String(value).padStart(9)} ${unit.padEnd(6)} goal ${goal}\n`,
      );
    }
  }
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}
