/**
 * Stands in for what no piece covers: hashed runs of characters, so that every text yields something.
 *
 * Equal runs give equal ids, and runs that share characters share ids. Of an uncovered run of a word at most sixteen ids
 * are taken, those of the smallest hashes: a choice by content, which a similar run makes alike, and which keeps a digest
 * or a web address from drowning the words beside it.
 */
import { finishHash, HASH_INNER, hashUnit, WORD_MARK } from './piece-table.ts';

/** At most so many ids stand for one uncovered run of a word. */
const MAX_GRAMS = 16;

/** Where a run stands in its word, and how long its grams are. */
export interface GramRun {
  readonly text: string;
  /** Bounds in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Grams of 3 to 5 characters with the ends of the word marked, or of 1 to 2 as they stand. */
  readonly spaced: boolean;
  /** Whether a word begins or ends with the run; only for spaced scripts. */
  readonly startsWord: boolean;
  readonly endsWord: boolean;
}

/**
 * Calls `take` with the hash of each chosen gram, once each, in the order in which they first occur.
 *
 * A run shorter than the shortest gram is one gram.
 */
export function forEachGram(run: GramRun, take: (hash: number) => void): void {
  const characters = charactersOf(run);
  const shortest = run.spaced ? 3 : 1;
  const longest = run.spaced ? 5 : 2;
  const hashes = new Set<number>();
  if (characters.length < shortest) hashes.add(hashOf(characters, 0, characters.length));
  for (let from = 0; from + shortest <= characters.length; from++) {
    for (let to = from + shortest; to <= Math.min(from + longest, characters.length); to++) {
      hashes.add(hashOf(characters, from, to));
    }
  }
  const largest = run.spaced ? largestTaken(hashes) : Number.POSITIVE_INFINITY;
  for (const hash of hashes) if (hash <= largest) take(hash);
}

function largestTaken(hashes: ReadonlySet<number>): number {
  if (hashes.size <= MAX_GRAMS) return Number.POSITIVE_INFINITY;
  return [...hashes].sort((a, b) => a - b)[MAX_GRAMS - 1] as number;
}

function charactersOf({ text, start, end, spaced, startsWord, endsWord }: GramRun): number[] {
  const characters: number[] = [];
  if (spaced && startsWord) characters.push(MARK);
  for (let at = start; at < end; ) {
    const codePoint = text.codePointAt(at) as number;
    characters.push(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (spaced && endsWord) characters.push(MARK);
  return characters;
}

function hashOf(characters: readonly number[], from: number, to: number): number {
  let hash = HASH_INNER;
  for (let at = from; at < to; at++) {
    const codePoint = characters[at] as number;
    hash = hashUnit(hash, codePoint & 0xffff);
    if (codePoint > 0xffff) hash = hashUnit(hash, codePoint >>> 16);
  }
  return finishHash(hash);
}

const MARK = WORD_MARK.charCodeAt(0);
