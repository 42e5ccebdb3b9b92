/**
 * Counts what the lint of descriptions catches and what it costs the honest: `pnpm prove lint-rates [--small] [--seed n]`.
 *
 * Copies and cuts of private text must fail, every one, in every way of writing them. Copies with every third, fifth,
 * sixth or tenth word changed are counted: how many have a run, how many go to a person for their coverage. Summaries
 * that people wrote are counted as well: how many trip at four to eight words, and how many of those only by names.
 */
import { draftProjections } from '@archive/drafter';
import { createScriptedDrafter } from '@archive/drafter/testing';
import { emptyProjections } from '@archive/index';
import {
  createEntityMatcher,
  createTextMatcher,
  GistBudget,
  GIST_NGRAM_CHARS,
  gistCoverage,
  gistNeedsReview,
  type PrivateTextMatcher,
} from '@archive/lint';
import { EVASIONS } from './lib/evasions.ts';
import { draftableBook, honestSets, type QuotedWork, quotedWorks } from './lib/linted-texts.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';
import type { TaskRow } from './lib/task-row.ts';

const options = readTaskOptions('lint-rates', 20_240_607);
const random = createRandom(options.seed);
const cuts = options.small ? 100 : 2_000;
const rows: TaskRow[] = [];
const WINDOWS = [4, 5, 6, 7, 8] as const;
/** Ways of writing that need words apart. */
const ONLY_SPACED: ReadonlySet<string> = new Set(['hyphens between words']);
/** Where letters alone are compared, runs of short words are left to their reader. */
const KNOWN_RESIDUE: ReadonlySet<string> = new Set(['no spaces', 'spaced letters', 'numbered words']);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu;

for (const work of quotedWorks()) {
  say(`${work.name}: ${work.parts.length} parts`);
  const matcher = createTextMatcher(work.parts.join('\n\n'));
  rows.push(...copies(work, matcher), ...edits(work, matcher), ...(await drafts(work)));
}
const sets = honestSets();
if (sets.length === 0) say('the sets of honest summaries are not on this machine: their rates are left out');
for (const { name, pairs } of sets)
  rows.push(...honestRates(name, options.small ? pairs.slice(0, 150) : pairs));
report(rows, options);

/** Cuts of five words (twelve characters) or more, among harmless words, in every way of writing. */
function copies(work: QuotedWork, matcher: PrivateTextMatcher): TaskRow[] {
  const missed = new Map<string, number>();
  let offered = 0;
  for (const { name, rewrite } of EVASIONS.filter(
    (evasion) => work.isSpaced || !ONLY_SPACED.has(evasion.name),
  )) {
    for (let count = 0; count < cuts; count++) {
      const cut = work.isSpaced
        ? wordsOf(work, random.between(5, 30))
        : charactersOf(work, random.between(12, 60));
      offered += 1;
      if (matcher.firstRun(`A note: ${rewrite(cut, random)} (so it ends).`) !== undefined) continue;
      missed.set(name, (missed.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of missed) say(`${work.name}: ${count} cuts missed, ${name}`);
  const [must, may] = [false, true].map((isKnownToPass) =>
    [...missed]
      .filter(([name]) => KNOWN_RESIDUE.has(name) === isKnownToPass)
      .reduce((sum, [, count]) => sum + count, 0),
  ) as [number, number];
  return [
    share(
      `lint-rates/${work.name}, cuts that pass short words run together, apart or numbered`,
      may,
      2 * cuts,
    ),
    exactly(`lint-rates/${work.name}, cuts that pass`, must, 0, 'cuts'),
    atLeast(`lint-rates/${work.name}, cuts offered`, offered, cuts, 'cuts'),
  ];
}

/** Sentences copied with every n-th word replaced. */
function edits(work: QuotedWork, matcher: PrivateTextMatcher): TaskRow[] {
  if (!work.isSpaced) return [];
  return [3, 5, 6, 10].flatMap((every) => {
    let [byRun, byCoverage] = [0, 0];
    for (let count = 0; count < cuts; count++) {
      const words = wordsOf(work, 40);
      const first = random.between(0, every - 1);
      const changed = words
        .map((word, at) => (at % every === first ? random.pick(wordsOf(work, 1)) : word))
        .join(' ');
      if (matcher.firstRun(changed) !== undefined) byRun += 1;
      else if (gistNeedsReview(changed, matcher).reasons.includes('coverage')) byCoverage += 1;
    }
    const row = `lint-rates/${work.name}, a change every ${every} words`;
    return [share(`${row}, refused`, byRun, cuts), share(`${row}, to a person`, byCoverage, cuts)];
  });
}

/** The whole work drafted as a private book by a model that describes: what passes, and what a person must see. */
async function drafts(work: QuotedWork): Promise<TaskRow[]> {
  const book = draftableBook(options.small ? { ...work, parts: work.parts.slice(0, 12) } : work);
  const { stats, projections } = await draftProjections({
    works: [book],
    drafter: createScriptedDrafter(),
    projections: emptyProjections(),
    save: async () => undefined,
    now: () => '2024-06-07T00:00:00Z',
  });
  const matcher = createEntityMatcher(book.entity, book.fragments);
  const budget = new GistBudget(book.fragments.map(({ text }) => text));
  let toAPerson = 0;
  for (const stored of Object.values(projections.projections)) {
    if (stored.lint === 'failed') continue;
    if (gistNeedsReview(stored.gist, matcher).review) toAPerson += 1;
    budget.add(stored.gist);
  }
  const { length } = book.fragments;
  const row = `lint-rates/${work.name}, drafted`;
  return [
    exactly(`${row}, fragments with a gist`, stats.drafted + stats.failed, length, 'fragments'),
    share(`${row}, refused twice`, stats.failed, length),
    share(`${row}, to a person`, toAPerson, length),
    share(`${row}, words of the work told by all gists`, budget.told, budget.size),
  ];
}

function honestRates(
  name: string,
  pairs: readonly { description: string; source: string; terms: readonly string[] }[],
): TaskRow[] {
  const trips = new Map<number, number>();
  const tripsBeyondTerms = new Map<number, number>();
  let covered = 0;
  for (const { description, source, terms } of pairs) {
    const matcher = createTextMatcher(source);
    if (gistCoverage(description, matcher) > 0.7) covered += 1;
    for (const words of WINDOWS) {
      const window = { words, chars: GIST_NGRAM_CHARS };
      if (matcher.firstRun(description, { window }) === undefined) break;
      trips.set(words, (trips.get(words) ?? 0) + 1);
      if (matcher.firstRun(description, { window: { ...window, terms } }) !== undefined)
        tripsBeyondTerms.set(words, (tripsBeyondTerms.get(words) ?? 0) + 1);
    }
  }
  const count = (counts: ReadonlyMap<number, number>, words: number): number => counts.get(words) ?? 0;
  const hasTerms = pairs.some(({ terms }) => terms.length > 0);
  return [
    atLeast(`lint-rates/${name}, summaries`, pairs.length, 1, 'summaries'),
    ...WINDOWS.map((words) =>
      share(`lint-rates/${name}, trips at ${words} words`, count(trips, words), pairs.length),
    ),
    ...(hasTerms
      ? WINDOWS.map((words) =>
          share(
            `lint-rates/${name}, trips at ${words} words beyond names and titles`,
            count(tripsBeyondTerms, words),
            pairs.length,
          ),
        )
      : []),
    share(`lint-rates/${name}, to a person for coverage`, covered, pairs.length),
  ];
}

/** Consecutive words of one part, each with a letter. */
function wordsOf(work: QuotedWork, length: number): string[] {
  for (;;) {
    const words = random.pick(work.parts).match(WORD) ?? [];
    if (words.length < length) continue;
    const from = random.between(0, words.length - length);
    return words.slice(from, from + length);
  }
}

/** Consecutive characters of one part, as one stretch. */
function charactersOf(work: QuotedWork, length: number): string[] {
  for (;;) {
    const stretches = random.pick(work.parts).match(UNSPACED) ?? [];
    const long = stretches.filter((stretch) => [...stretch].length >= 12);
    if (long.length === 0) continue;
    const letters = [...random.pick(long)].slice(0, length);
    return [letters.join('')];
  }
}

function share(name: string, part: number, whole: number): TaskRow {
  const value = whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
  return { name, value, unit: '%', goal: 'reported', ok: true };
}
