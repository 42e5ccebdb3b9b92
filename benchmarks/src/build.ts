/**
 * How fast does a folder become an index, apart from the embedding?
 *
 * Measures: `buildArchive` from files to a published generation with an embedder that costs nothing: reading, front
 * matter, Markdown, cutting, resolution, both lints, the plan, the strip, publishing and its checks. Then the same again
 * with nothing changed, and the check by which a second start skips the build. Times are processor time of this process;
 * the check is wall time, since a person waits for it.
 *
 * Corpus: a seeded archive of essays with links, lists, tables and code, plain letters, a private book, notes and
 * recordings. Correctness first: every file became a work, none was quarantined, and no private word is served.
 */
import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@archive/embed';
import { buildArchive, isBuildCurrent } from '@archive/ingest';

const ESSAYS = 300;
const LETTERS = 100;
const NOTES = 100;
const CHAPTERS = 60;
const RECORDINGS = 10;
const CUES = 400;
const VOCABULARY = 20_000;
const MIB = 1024 * 1024;

interface Row {
  name: string;
  value: number;
  unit: string;
  goal: string;
  ok: boolean;
}

const rows: Row[] = [];
const next = seeded(20_261_130);
const folder = mkdtempSync(join(tmpdir(), 'archive-build-'));
const out = join(folder, '.archive');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const mib = writeArchive() / MIB;
const unit = Float32Array.from({ length: 384 }, () => 1 / Math.sqrt(384));
const embedder: Embedder = {
  model: 'bench/1',
  dimensions: unit.length,
  reach: 'semantic',
  embed: async (texts) => texts.map(() => unit),
};
const now = new Date('2026-01-01T00:00:00Z');

const first = await timed(() => buildArchive({ folder, embedder, now }));
const { result } = first;
deepEqual(
  [result.status, result.entities, result.quarantined],
  ['published', ESSAYS + LETTERS + NOTES + RECORDINGS + 1, []],
);
equal(readServed().includes('privateword'), false);
const again = await timed(() => buildArchive({ folder, embedder, now }));
equal(again.result.embedded, 0);
const start = performance.now();
equal(await isBuildCurrent({ folder, out, embedder, now }), true);
const checkMs = performance.now() - start;

process.stderr.write(`${mib.toFixed(1)} MiB in ${result.entities} works, ${result.fragments} fragments\n`);
add('build/source', mib / (first.cpuMs / 1000), 'MiB/CPU s', '>= 0.1', mib / (first.cpuMs / 1000) >= 0.1);
add('build/fragments', result.fragments / (first.cpuMs / 1000), 'fragments/CPU s', 'for scale', true);
add('build/first', first.cpuMs / 1000, 'CPU s', 'for scale', true);
add('build/unchanged', again.cpuMs / 1000, 'CPU s', 'for scale', true);
add('build/is-current', checkMs, 'ms', '<= 1000', checkMs <= 1000);
report();

/** Writes the archive and returns its size in bytes. */
function writeArchive(): number {
  let bytes = 0;
  const put = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
    bytes += Buffer.byteLength(text);
  };
  put(
    'archive.config.yaml',
    [
      'collections:',
      '- {dir: essays, kind: records, type: essay}',
      '- {dir: letters, kind: records, type: letter}',
      '- {dir: notes, kind: notes, raw: private, exposure: none}',
      '- {dir: book, kind: book, raw: private, exposure: semantic}',
      '- {dir: talks, kind: transcripts}',
    ].join('\n'),
  );
  for (let at = 0; at < ESSAYS; at++) put(`essays/${at}.md`, essay(at));
  for (let at = 0; at < LETTERS; at++) put(`letters/${at}.txt`, paragraphs(12, 90));
  for (let at = 0; at < NOTES; at++)
    put(`notes/${at}.md`, `---\ntitle: note ${at}\n---\nprivateword ${paragraphs(3, 60)}`);
  put('book/book.yaml', 'title: A Bench\nabout: https://archive.example/bench\npublicTitle: true\n');
  for (let at = 1; at <= CHAPTERS; at++)
    put(`book/${at}.md`, `# Chapter ${at}\n\nprivateword ${paragraphs(24, 110)}`);
  for (let at = 0; at < RECORDINGS; at++) put(`talks/${at}.vtt`, recording());
  return bytes;
}

function essay(at: number): string {
  return [
    `---\ntitle: Essay ${at}\ndate: 20${10 + (at % 15)}-03-14\nthemes: [${word()}, ${word()}]\n---\n`,
    paragraphs(3, 80),
    `## ${word()} and ${word()}`,
    `It *is* **said** that [${word()}](https://archive.example/${word()}) and \`${word()}\` ${words(60)}.`,
    Array.from({ length: 6 }, () => `- ${words(12)}`).join('\n'),
    `| a | b |\n|---|---|\n${Array.from({ length: 5 }, () => `| ${word()} | ${word()} |`).join('\n')}`,
    `\`\`\`ts\nconst ${word()} = 1;\n\`\`\``,
    `## ${word()}`,
    paragraphs(4, 90),
  ].join('\n\n');
}

function recording(): string {
  const cues = Array.from({ length: CUES }, (_, at) => {
    const clock = (second: number): string => new Date(second * 1000).toISOString().slice(11, 23);
    return `${clock(at * 4)} --> ${clock(at * 4 + 3.5)}\n<v ${at % 3 === 0 ? 'Ada Bell' : 'Sam Reed'}>privateword ${words(12)}.`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

function paragraphs(count: number, length: number): string {
  return Array.from({ length: count }, () => `A ${words(length)}.`).join('\n\n');
}

function words(count: number): string {
  return Array.from({ length: count }, word).join(' ');
}

/** A word drawn by rank with probability about 1 / rank; letters only. */
function word(): string {
  return `w${Math.floor(VOCABULARY ** next())
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}`;
}

function readServed(): string {
  const dir = join(out, 'generations', '1', 'served');
  return readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), 'latin1'))
    .join('\n');
}

/** The result of some work, with the processor time it took: neighbours on the machine do not count. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { result: value, cpuMs: (user + system) / 1000 };
}

function add(name: string, value: number, unitName: string, goal: string, ok: boolean): void {
  rows.push({ name, value: Number(value.toPrecision(4)), unit: unitName, goal, ok });
}

/** With `--json` the rows alone on stdout; otherwise a table. Fails when a goal is missed. */
function report(): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else {
    process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    for (const { name, value, unit: unitName, goal, ok } of rows) {
      process.stdout.write(`${ok ? 'ok  ' : 'MISS'} ${name.padEnd(20)} ${value} ${unitName} (${goal})\n`);
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
