/**
 * Finds words of private text in a string whatever stands between or inside its own words.
 *
 * Both sides are read as letters and digits alone, so words glued together or cut apart by spaces, punctuation or
 * symbols are the same letters. What makes a run stays a number of words, counted in the private text: letters alone would
 * refuse three long words of any honest description (of 1,453 summaries of abstracts 17 in a hundred more at 25 letters,
 * 5 at 30; by whole words 0.1 at any number of letters from 8 to 30). Positions are those of the string's own words.
 *
 * Invariant: a run begins and ends with whole words of the private text and never spans a {@link BREAK}.
 */
import { BREAK } from './gram-table.ts';

/** A string as its letters and digits alone. */
export interface SquashedString {
  readonly letters: string;
  /** For each UTF-16 unit of the letters, the place of the word it stands in. */
  readonly wordAt: Uint32Array;
}

/** Squashes the words of a string. */
export function squash(words: readonly string[]): SquashedString {
  const letters = words.join('');
  const wordAt = new Uint32Array(letters.length);
  let at = 0;
  for (const [place, word] of words.entries()) {
    wordAt.fill(place, at, at + word.length);
    at += word.length;
  }
  return { letters, wordAt };
}

/** The words of a private text, ready to be found in the letters of many strings. */
export class SquashedIndex {
  readonly #letters: string;
  /** Where each word begins, and one end. */
  readonly #starts: Uint32Array;
  readonly #tables = new Map<number, StartTable>();

  /** Cost: linear. `wordOf` gives the word of a number; numbers are those of a lane of words. */
  constructor(units: Int32Array, wordOf: (unit: number) => string) {
    const words: string[] = [];
    for (const unit of units) {
      if (unit === BREAK) words.push(BREAK_LETTER);
      else words.push(...wordsOf(wordOf(unit)));
    }
    this.#letters = words.join('');
    this.#starts = new Uint32Array(words.length + 1);
    let at = 0;
    for (const [place, word] of words.entries()) this.#starts[place + 1] = at += word.length;
  }

  /**
   * The length in letters of the shortest run that begins at a letter of the string; 0 when none does.
   *
   * A run is `words` words of the private text, counted outside terms, or twice as many in all, with at least
   * 15 letters, or three for each word if that is more.
   *
   * @param isTerm  marks the words of the string that belong to a term
   */
  runAt(value: SquashedString, at: number, words: number, isTerm?: Uint8Array): number {
    const least = leastLetters(words);
    if (at + least > value.letters.length) return 0;
    let table = this.#tables.get(least);
    if (table === undefined) {
      table = new StartTable(this.#letters, this.#starts, least);
      this.#tables.set(least, table);
    }
    let shortest = 0;
    for (let word = table.first(value.letters, at); word >= 0; word = table.next(word)) {
      const length = this.#runFrom(word, value, at, words, isTerm);
      if (length > 0 && (shortest === 0 || length < shortest)) shortest = length;
    }
    return shortest;
  }

  #runFrom(first: number, value: SquashedString, at: number, words: number, isTerm?: Uint8Array): number {
    const least = leastLetters(words);
    const offset = at - (this.#starts[first] as number);
    let counted = 0;
    let countedLetters = 0;
    for (let word = first; word + 1 < this.#starts.length; word++) {
      const end = this.#starts[word + 1] as number;
      let own = 0;
      for (let letter = this.#starts[word] as number; letter < end; letter++) {
        if (this.#letters.charCodeAt(letter) !== value.letters.charCodeAt(letter + offset)) return 0;
        if (isTerm?.[value.wordAt[letter + offset] as number] !== 1) own++;
      }
      if (own > 0) counted++;
      countedLetters += own;
      const length = end + offset - at;
      if (counted >= words && countedLetters >= least) return length;
      if (word - first + 1 >= 2 * words && length >= 2 * least) return length;
    }
    return 0;
  }
}

/** The words that begin with the same letters, found by hash; every hit is compared letter by letter by the caller. */
class StartTable {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #length: number;
  readonly #shift: number;

  constructor(letters: string, starts: Uint32Array, length: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(starts.length)));
    this.#length = length;
    this.#shift = 32 - bits;
    this.#heads = new Int32Array(2 ** bits);
    this.#next = new Int32Array(starts.length);
    for (let word = starts.length - 2; word >= 0; word--) {
      const start = starts[word] as number;
      if (start + length > letters.length) continue;
      const bucket = this.#bucketOf(letters, start);
      this.#next[word] = this.#heads[bucket] as number;
      this.#heads[bucket] = word + 1;
    }
  }

  /** The first word of the bucket of these letters; -1 is none. */
  first(letters: string, at: number): number {
    return (this.#heads[this.#bucketOf(letters, at)] as number) - 1;
  }

  next(word: number): number {
    return (this.#next[word] as number) - 1;
  }

  #bucketOf(letters: string, start: number): number {
    let hash = 0;
    for (let at = start; at < start + this.#length; at++)
      hash = (Math.imul(hash, BASE) + letters.charCodeAt(at)) | 0;
    return Math.imul(hash ^ (hash >>> 15), MIX) >>> this.#shift;
  }
}

/** A word no language has is words run together: it counts for one in every five letters. */
function wordsOf(word: string): string[] {
  return word.length <= LONGEST_WORD ? [word] : (word.match(/.{1,5}/gs) as string[]);
}

function leastLetters(words: number): number {
  return Math.max(LEAST_LETTERS, LEAST_LETTERS_PER_WORD * words);
}

const LEAST_LETTERS = 15;
const LEAST_LETTERS_PER_WORD = 3;
const LONGEST_WORD = 40;
/** No analysis keeps a NUL, so no string holds it. */
const BREAK_LETTER = '\0';
const BASE = 0x01000193;
const MIX = 0x9e3779b1;
