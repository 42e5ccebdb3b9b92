/**
 * How long it takes to lint a gist against a book of 2 MB, and to get ready for it.
 *
 * What is measured: making the matcher of a work of one text, the first gist (which makes the tables of its windows),
 * each later gist of up to 400 characters, and its coverage. Beside it runs the obvious way: every window of five words of the book as a
 * joined string in a `Set`, made from the same words in the same two forms, asked for every window of the gist. Then a work of 200 and of
 * 2,000 fragments of 400 words is read once and each fragment's gist is linted against the whole work: ten times the text may take
 * at most twelve times as long.
 *
 * Corpus: Moby-Dick and two novels by Austen, repeated to 2 MB, where the texts stand beside the checkout; otherwise seeded
 * words with the frequencies of a natural text. Half of the gists hold a run of five to twelve words of the book. Both ways must give
 * the same verdict on every gist before anything is timed.
 */
import { strictEqual } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Entity, FragmentInput } from '@archive/contract/private';
import {
  assertSemanticProjection,
  createEntityMatcher,
  createTextMatcher,
  PublicSafeLintError,
} from '@archive/lint';
import { analyze } from '@archive/text';

const BOOK_CHARS = 2_000_000;
const GIST_CHARS = 400;
const GISTS = 400;
const WORDS = 5;
const FRAGMENT_WORDS = 400;
const REPEATS = 5;

const next = seeded(20_260_801);
const { book, source } = readBook();
const bookWords = book.split(/\s+/).filter((word) => word !== '');
const gists = Array.from({ length: GISTS }, (_, n) => gistOf(n % 2 === 0));

const rows: { name: string; value: number; unit: string; goal: string; ok: boolean }[] = [];
let quoting = 0;
{
  const checked = createTextMatcher(book);
  const peer = windowsOf(book);
  for (const gist of gists) {
    const verdict = checked.firstRun(gist) !== undefined;
    strictEqual(
      verdict,
      holdsWindow(peer, gist),
      'the matcher and the set of joined strings differ on a gist',
    );
    if (verdict) quoting++;
  }
  if (quoting < GISTS / 2 || quoting === GISTS)
    throw new Error(`${quoting} of ${GISTS} gists quote: nothing was compared`);
}

let matcher = createTextMatcher(book);
const ready = Array.from({ length: REPEATS }, () => {
  const making = timed(() => {
    matcher = createTextMatcher(book);
  });
  const firstGist = timed(() => matcher.firstRun(gists[0] as string));
  return { making, firstGist, firstCoverage: timed(() => matcher.coverage(gists[0] as string)) };
});
const making = Math.min(...ready.map((times) => times.making));
const first = Math.min(...ready.map((times) => times.firstGist));
const firstCoverage = Math.min(...ready.map((times) => times.firstCoverage));
const later = median(gists.map((gist) => timed(() => matcher.firstRun(gist))));
const coverage = median(gists.map((gist) => timed(() => matcher.coverage(gist))));
const peerMaking = best(() => windowsOf(book), 3);
const windows = windowsOf(book);
const peerLater = median(gists.map((gist) => timed(() => holdsWindow(windows, gist))));
add('lint/make-matcher', making, 'ms', '<= 3000', making <= 3000);
add('lint/first-gist', first, 'ms', '<= 250', first <= 250);
add('lint/gist', later, 'ms', '<= 5', later <= 5);
add('lint/first-coverage', firstCoverage, 'ms', '<= 2000', firstCoverage <= 2000);
add('lint/coverage', coverage, 'ms', '<= 20', coverage <= 20);
add('lint/peer-make-set', peerMaking, 'ms', 'a peer, for scale', true);
add('lint/peer-gist', peerLater, 'ms', 'a peer, for scale', true);
add(
  'lint/make-and-first-over-peer',
  (making + first) / peerMaking,
  'ratio',
  '<= 1',
  making + first <= peerMaking,
);

// Ten small works in a row take about as long as a large one, so that both meet the same noise.
let small = Number.POSITIVE_INFINITY;
let large = Number.POSITIVE_INFINITY;
for (let round = 0; round < REPEATS; round++) {
  small = Math.min(small, timed(() => Array.from({ length: 10 }, () => lintWork(200))) / 10);
  large = Math.min(
    large,
    timed(() => lintWork(2000)),
  );
}
add('lint/work-of-200', small, 'ms', '<= 500', small <= 500);
add('lint/work-of-2000', large, 'ms', 'see the ratio', true);
add('lint/work-2000-over-200', large / small, 'ratio', '<= 12', large / small <= 12);
report();

/** Reads a work once and lints one gist for each of its fragments; returns how many were refused. */
function lintWork(size: number): number {
  const entity: Entity = {
    id: 'book:bench',
    type: 'book',
    title: 'A Bench',
    attribution: [],
    url: 'https://archive.example/bench',
    identifiers: [],
    disclosure: { raw: 'private', exposure: 'semantic' },
  };
  const fragments = Array.from({ length: size }, (_, n): FragmentInput => {
    // A prefix keeps later rounds of a short book from repeating the fragments of earlier ones.
    const from = (n * FRAGMENT_WORDS) % (bookWords.length - FRAGMENT_WORDS);
    const text = bookWords
      .slice(from, from + FRAGMENT_WORDS)
      .map((word, at) => (at % 40 === 0 ? `${word}${n}` : word))
      .join(' ');
    return {
      id: `book:bench#c${n + 1}`,
      entityId: 'book:bench',
      locator: [{ scheme: 'chunk', value: String(n + 1) }],
      text,
    };
  });
  const work = createEntityMatcher(entity, fragments);
  return fragments.filter(({ text }, n) => {
    try {
      assertSemanticProjection(gists[n % GISTS] as string, {
        path: 'bench',
        fragmentText: text,
        matcher: work,
      });
      return false;
    } catch (error) {
      if (error instanceof PublicSafeLintError) return true;
      throw error;
    }
  }).length;
}

/** Every window of the words of a text, joined, in both comparison forms. */
function windowsOf(text: string): [Set<string>, Set<string>] {
  return analyze(text).forms.map(({ words }) => new Set(joined(words.items))) as [Set<string>, Set<string>];
}

function holdsWindow(sets: [Set<string>, Set<string>], gist: string): boolean {
  return analyze(gist).forms.some(({ words }, form) =>
    joined(words.items).some((window) => sets[form]?.has(window)),
  );
}

function joined(words: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, words.length - WORDS + 1) }, (_, at) =>
    words.slice(at, at + WORDS).join(' '),
  );
}

/** A gist of the book's own words in no order, up to 400 characters; one that quotes holds a run from somewhere. */
function gistOf(quotes: boolean): string {
  const run = 5 + Math.floor(next() * 8);
  const from = Math.floor(next() * (bookWords.length - run));
  const words = quotes ? bookWords.slice(from, from + run) : [];
  const honest = (): string => bookWords[Math.floor(next() * bookWords.length)] as string;
  for (;;) {
    const word = honest();
    if (words.join(' ').length + word.length + 1 > GIST_CHARS) return words.join(' ');
    if (next() < 0.5) words.push(word);
    else words.unshift(word);
  }
}

function readBook(): { book: string; source: string } {
  const data = resolve(import.meta.dirname, '../../../shared/data');
  const folders = ['A_moby_dick', 'A_austen/northanger-abbey', 'A_austen/pride-and-prejudice'].map((name) =>
    join(data, name),
  );
  if (!folders.every((folder) => existsSync(folder))) return { book: generatedBook(), source: 'generated' };
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(md|txt)$/.test(name) && name !== 'SOURCE.txt')
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  return { book: fill(texts.join('\n\n')), source: 'Moby-Dick and Austen' };
}

/** Words of a made-up vocabulary of 20,000, the n-th as frequent as 1/n. */
function generatedBook(): string {
  const vocabulary = Array.from(
    { length: 20_000 },
    (_, n) => `${'bcdfglmnprst'[n % 12]}${(n + 7).toString(36)}`,
  );
  let text = '';
  while (text.length < BOOK_CHARS)
    text += `${vocabulary[Math.floor(20_000 ** next()) - 1]}${next() < 0.08 ? '. ' : ' '}`;
  return fill(text);
}

function fill(text: string): string {
  return text.repeat(Math.ceil(BOOK_CHARS / text.length)).slice(0, BOOK_CHARS);
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function best(run: () => unknown, repeats: number): number {
  return Math.min(...Array.from({ length: repeats }, () => timed(run)));
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
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
      `${source}, ${BOOK_CHARS} characters, ${bookWords.length} words; ${GISTS} gists, ${quoting} of them quoting; Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`,
    );
    for (const { name, value, unit, goal, ok } of rows) {
      process.stdout.write(
        `${ok ? 'ok  ' : 'MISS'} ${name.padEnd(32)} ${String(value).padStart(10)} ${unit.padEnd(6)} goal ${goal}\n`,
      );
    }
  }
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}
