/**
 * What a test archive consists of: files, and a ledger of what in them may and may not come out.
 */
import type { RunSweep } from '@archive/evaluation';
import type { Random } from './seeded-random.ts';

/** A text that must not come out. */
export interface Secret {
  readonly text: string;
  /** Where it stands; may be printed. */
  readonly source: string;
}

/** An archive on paper. */
export interface PlannedArchive {
  /** Content by path. */
  readonly files: Record<string, string>;
  readonly secrets: Secret[];
  /** Public text, served titles and names, declared terms. */
  readonly open: string[];
  /** Phrases shorter than a run that must not come out either. */
  readonly canaries: string[];
}

/** An empty plan. */
export function emptyPlan(): PlannedArchive {
  return { files: {}, secrets: [], open: [], canaries: [] };
}

/** Tells a sweep what is private and what is not; what is allowed comes first. */
export function teachSweep(sweep: RunSweep, { secrets, open, canaries }: PlannedArchive): void {
  for (const text of open) sweep.allow(text);
  for (const { text, source } of secrets) sweep.addPrivate(text, source);
  for (const phrase of canaries) sweep.addCanary(phrase);
}

/** Questions a thief would ask: words, phrases, sentences and whole passages of what is secret, and canaries. */
export function drawQueries(
  random: Random,
  { secrets, open, canaries }: PlannedArchive,
  count: number,
): string[] {
  const queries = [
    ...random.sample(canaries, Math.ceil(count / 6)),
    ...random.sample(open, Math.ceil(count / 6)),
  ];
  while (queries.length < count && secrets.length > 0) {
    const words = random.pick(secrets).text.split(/\s+/);
    const length = random.pick([1, 1, 2, 3, 5, 8, 40]);
    const from = random.between(0, Math.max(0, words.length - length));
    queries.push(words.slice(from, from + length).join(' '));
  }
  return queries
    .map((query) => Array.from(query).slice(0, QUERY_CHARS).join('').trim())
    .filter((query) => query !== '');
}

const QUERY_CHARS = 480;
