/**
 * The attacker's dictionary: every word with its row, how often it occurs, and whether it is worth finding.
 */
import { contentWords, normalizeWords } from '@archive/text';
import type { OwnReading } from './own-reading.ts';
import type { ReadableModel } from './readable-model.ts';

/** Words in one order, and what is known of each. */
export interface WordDictionary {
  /** The words; the position of one here is its place. */
  readonly words: readonly string[];
  /** Place of a word, from 0. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** Whether it carries content, by place. */
  readonly content: readonly boolean[];
  /** Expected occurrences in one running word, by place; no word has none. */
  readonly rate: Float64Array;
  /** What one occurrence adds, row by row. */
  readonly rows: readonly Float64Array[];
  /** Length of every row, from 1. */
  readonly dimensions: number;
}

/** Makes the dictionary of what was read for a model; words that add nothing are left out. */
export function makeDictionary({ read, vocabulary }: OwnReading, model: ReadableModel): WordDictionary {
  const counts = new Map<string, number>();
  let total = 0;
  for (const file of read)
    for (const running of file)
      for (const word of normalizeWords(running)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total++;
      }
  const known = vocabulary
    .map((word) => ({ word, row: model.rowOf(word) }))
    .filter(({ row }) => row.some((value) => value !== 0));
  return {
    words: known.map(({ word }) => word),
    placeOf: new Map(known.map(({ word }, at) => [word, at])),
    content: known.map(({ word }) => contentWords(word).length > 0 && /\p{L}{2}/u.test(word)),
    rate: Float64Array.from(known, ({ word }) => ((counts.get(word) ?? 0) + UNSEEN) / total),
    rows: known.map(({ row }) => row),
    dimensions: model.dimensions,
  };
}

/** How often a word that was never read counts as read. */
const UNSEEN = 0.3;
