/**
 * How long does it take to load a private work whose every fragment has a gist?
 *
 * Measures: `readGeneration`, the load of a build: reading both halves, their digests, every check of shape and
 * structure, and both lints earned again against the text. A work of 200 and one of 2,000 fragments, 400 words each:
 * ten times the work may take at most twelve times as long; a load that compared each gist with all fragments anew would
 * take a hundred times. Beside it, for scale, `readIndex` of the interchange file, where parsing the vectors as text
 * costs as much again as they are wide. Times are processor time, the fastest of several rounds.
 *
 * Corpus: seeded words with the frequencies of a natural text; gists of words that no text has. Vectors of 384 numbers.
 * Correctness first: what is read equals what was written, and a gist that quotes the last fragment is refused.
 */
import { deepEqual, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entity, Fragment } from '@archive/contract/private';
import {
  contentHash,
  embedPlans,
  projectionContentHash,
  publishGeneration,
  readGeneration,
  readIndex,
  toServedIndex,
  writeIndex,
  type PrivateIndex,
} from '@archive/index';
import { assertSemanticProjection, PublicSafeLintError } from '@archive/lint';

const FRAGMENT_WORDS = 400;
const VOCABULARY = 20_000;
const DIMENSIONS = 384;
const SMALL = 200;
const LARGE = 2000;
const ROUNDS = 6;

interface Row {
  name: string;
  value: number;
  unit: string;
  goal: string;
  ok: boolean;
}

const next = seeded(20_260_802);
const folder = mkdtempSync(join(tmpdir(), 'archive-load-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const rows: Row[] = [];
const paths = new Map<number, string>();
for (const size of [SMALL, LARGE]) {
  const index = makeIndex(size);
  const path = join(folder, `${size}.json`);
  await writeIndex(path, index);
  const read = await readIndex(path);
  deepEqual(read, index);
  await refusesQuotingGist(path, size);
  await publishGeneration(join(folder, `out-${size}`), {
    privateIndex: read,
    servedIndex: toServedIndex(read),
  });
  paths.set(size, path);
  process.stderr.write(`${size} fragments: ${(statSync(path).size / 1e6).toFixed(1)} MB of JSON\n`);
}

const generation = await alternate((size) => readGeneration(join(folder, `out-${size}`)));
const ratio = generation.large / generation.small;
add('load/200', generation.small, 'CPU ms', '<= 500', generation.small <= 500);
add('load/2000', generation.large, 'CPU ms', 'see the ratio', true);
add('load/2000-over-200', ratio, 'ratio', '<= 12', ratio <= 12);
const file = await alternate((size) => readIndex(paths.get(size) as string));
add('load/file-200', file.small, 'CPU ms', '<= 500', file.small <= 500);
add('load/file-2000', file.large, 'CPU ms', 'for scale', true);
report();

/** One private work, exposed as semantic, with a gist on each fragment. */
function makeIndex(size: number): PrivateIndex {
  const entity: Entity = {
    id: 'book:bench',
    type: 'book',
    title: 'A Bench',
    attribution: [{ name: 'Nobody Inparticular' }],
    url: 'https://archive.example/bench',
    identifiers: [],
    disclosure: { raw: 'private', exposure: 'semantic' },
  };
  const fragments = Array.from({ length: size }, (_, at): Fragment => {
    const text = Array.from({ length: FRAGMENT_WORDS }, () => naturalWord()).join(' ');
    return {
      id: `book:bench#c${at + 1}`,
      entityId: entity.id,
      locator: [{ scheme: 'chunk', value: String(at + 1) }],
      text,
      disclosure: { raw: 'private', exposure: 'semantic' },
      projection: {
        source: 'generated',
        review: 'unreviewed',
        contentHash: projectionContentHash(text),
        lint: 'passed',
        gist: assertSemanticProjection(`Part ${at + 1} tells of ${gistWords(40)}.`, {
          path: 'bench',
          fragmentText: text,
        }),
      },
    };
  });
  return {
    version: 4,
    kind: 'private',
    builtAt: '2026-01-01',
    model: 'bench/1',
    dimensions: DIMENSIONS,
    entities: [entity],
    entries: embedPlans(entity, fragments).map(({ text, embeds }, at) => ({
      vector: Array.from({ length: DIMENSIONS }, () => Math.fround(next() * 2 - 1)),
      contentHash: contentHash(text),
      embeds,
      fragment: fragments[at] as Fragment,
    })),
  };
}

/** The first gist made of five words of the last fragment must fail the load: the lint looked at the whole work. */
async function refusesQuotingGist(path: string, size: number): Promise<void> {
  const file = JSON.parse(readFileSync(path, 'utf8')) as PrivateIndex;
  const last = file.entries[size - 1]?.fragment.text.split(' ').slice(200, 206).join(' ');
  const first = file.entries[0]?.fragment.projection;
  if (first?.lint !== 'passed') throw new Error('the first fragment has a gist');
  const quoting = join(folder, 'quoting.json');
  writeFileSync(quoting, JSON.stringify(file).replace(first.gist, `It says ${last}.`));
  await rejects(readIndex(quoting), PublicSafeLintError);
}

/** A word drawn by rank with probability about 1 / rank. */
function naturalWord(): string {
  return `w${Math.floor(VOCABULARY ** next()).toString(36)}`;
}

function gistWords(count: number): string {
  return Array.from({ length: count }, () => `g${Math.floor(next() * VOCABULARY).toString(36)}`).join(' ');
}

/** Fastest times of both sizes, as many of each and taken in turn, so that a busy moment of the machine meets both. */
async function alternate(
  load: (size: number) => Promise<unknown>,
): Promise<{ small: number; large: number }> {
  const fastest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    fastest.small = Math.min(fastest.small, await timed(() => load(SMALL)));
    fastest.large = Math.min(fastest.large, await timed(() => load(LARGE)));
  }
  return fastest;
}

/** Milliseconds of processor time of this process, all threads: neighbours on the machine do not count. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function add(name: string, value: number, unit: string, goal: string, ok: boolean): void {
  rows.push({ name, value: Number(value.toPrecision(4)), unit, goal, ok });
}

/** With `--json` the rows alone on stdout; otherwise a table. Fails when a goal is missed. */
function report(): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else {
    process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    for (const { name, value, unit, goal, ok } of rows) {
      process.stdout.write(`${ok ? 'ok  ' : 'MISS'} ${name.padEnd(32)} ${value} ${unit} (${goal})\n`);
    }
  }
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** Numbers in [0, 1) from a seed: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
