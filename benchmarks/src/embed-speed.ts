/**
 * How fast and how small is the built-in encoder: `pnpm bench embed-speed [--json] [--model file] [--english file]`.
 *
 * Measured: short sentences a second on one core (processor time of this process, so neighbours do not count; the fastest
 * of several rounds), milliseconds to open the model in a fresh process, what that process then holds in memory above one
 * that opened nothing, and bytes on disk. Beside it hashed n-grams, the older npm encoder and a teacher, where they are
 * installed. Sentences: the same few dozen in thirteen languages, each time with another number in them.
 *
 * Correctness first: a sentence has the same vector alone as among others and after a restart of the model, of length 1.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { type StaticCut, staticModelPath } from '@archive/embed-static/node';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { dot } from './lib/dense-scores.ts';
import { openStatic } from './lib/encoders.ts';
import { SHORT_SENTENCES } from './lib/short-sentences.ts';
import { openTeacher, TEACHERS } from './lib/teacher-encoders.ts';
import { openUseLite } from './lib/use-lite-peer.ts';

const ROUNDS = 7;
const PROCESSES = 5;
const MEGABYTE = 1e6;
const LIMITS: Readonly<Record<StaticCut, number>> = { multilingual: 30, english: 8 };

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, model: { type: 'string' }, english: { type: 'string' } },
});
const rows = createBenchRows();
for (const cut of ['multilingual', 'english'] as const) {
  const file = (cut === 'multilingual' ? values.model : values.english) ?? staticModelPath(cut);
  const name = cut === 'multilingual' ? 'static' : 'static-english';
  const embedder = await openStatic(cut, existsSync(file) ? file : undefined);
  if ('absent' in embedder) {
    rows.skip(`embed-speed/${name}`, 'sentences/CPU s', '>= 20000', embedder.absent);
    continue;
  }
  await assertSteady(embedder, cut, file);
  const speed = await sentencesPerSecond(embedder, 20_000);
  rows.atLeast(`embed-speed/${name}/short sentences`, speed, 20_000, 'sentences/CPU s');
  const probe = measureProcess(file);
  const bytes = statSync(file).size;
  rows.atMost(`embed-speed/${name}/opened in a fresh process`, probe.loadMs, 300, 'ms');
  rows.scale(`embed-speed/${name}/first vector in a fresh process`, probe.firstMs, 'ms');
  rows.atMost(`embed-speed/${name}/memory over the file`, probe.memory / bytes, 3, 'ratio');
  rows.atMost(`embed-speed/${name}/file`, bytes / MEGABYTE, LIMITS[cut], 'MB');
}
rows.scale(
  'embed-speed/n-grams/short sentences',
  await sentencesPerSecond(createNgramEmbedder(), 4_000),
  'sentences/CPU s',
);
const peers: readonly (readonly [string, Embedder | { absent: string }])[] = [
  ['use-lite', await openUseLite()],
  ...(await Promise.all(
    TEACHERS.slice(0, 1).map(async (teacher) => [teacher.name, await openTeacher(teacher)] as const),
  )),
];
for (const [name, peer] of peers) {
  const row = `embed-speed/${name}/short sentences`;
  if ('absent' in peer) rows.skip(row, 'sentences/CPU s', 'for scale', peer.absent);
  else rows.scale(row, await sentencesPerSecond(peer, 200), 'sentences/CPU s');
}
reportRows(rows);

/** The fastest of several rounds, in sentences per second of processor time of this process. */
async function sentencesPerSecond(embedder: Embedder, count: number): Promise<number> {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const sentences = Array.from(
      { length: count },
      (_, at) => `${SHORT_SENTENCES[at % SHORT_SENTENCES.length]} ${round * count + at}`,
    );
    const before = process.cpuUsage();
    await embedder.embed(sentences);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, count / ((user + system) / 1e6));
    if (count < 1_000 && round === 1) break;
  }
  return best;
}

async function assertSteady(embedder: Embedder, cut: StaticCut, file: string): Promise<void> {
  const together = await embedder.embed(SHORT_SENTENCES);
  const again = await openStatic(cut, file);
  ok('embed' in again);
  for (const [at, sentence] of SHORT_SENTENCES.entries()) {
    const [alone] = await again.embed([sentence]);
    deepStrictEqual(alone, together[at], 'a sentence has another vector alone than among others');
    ok(Math.abs(dot(alone ?? [], alone ?? []) - 1) < 1e-5, 'a vector is not of length 1');
  }
}

/** Opens the model in fresh processes: the fastest opening, and the median of what it holds above an empty process. */
function measureProcess(file: string): { loadMs: number; firstMs: number; memory: number } {
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;
  const empty = Array.from({ length: PROCESSES }, () => probe([]).rss);
  const full = Array.from({ length: PROCESSES }, () => probe([file, sha256]));
  return {
    loadMs: Math.min(...full.map(({ loadMs }) => loadMs)),
    firstMs: Math.min(...full.map(({ firstMs }) => firstMs)),
    memory: median(full.map(({ rss }) => rss)) - median(empty),
  };
}

function probe(args: readonly string[]): { loadMs: number; firstMs: number; rss: number } {
  const output = execFileSync(
    process.execPath,
    [
      '--expose-gc',
      '--conditions=@archive/source',
      '--import',
      'tsx',
      join(import.meta.dirname, 'lib', 'static-load-probe.ts'),
      ...args,
    ],
    { encoding: 'utf8' },
  );
  return JSON.parse(output) as { loadMs: number; firstMs: number; rss: number };
}
