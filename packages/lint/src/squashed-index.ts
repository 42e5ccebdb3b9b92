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
import { HashChains } from './hash-chains.ts';

/** A string as its letters and digits alone. */
export interface SquashedString {
  readonly letters: string;
  /** Its UTF-16 units. */
  readonly units: Uint16Array;
  /** For each UTF-16 unit of the letters, the place of the word it stands in. */
  readonly wordAt: Uint32Array;
}

/** Squashes the words of a string. */
export function squash(words: readonly string[]): SquashedString {
  const letters = words.join('');
  const units = new Uint16Array(letters.length);
  const wordAt = new Uint32Array(letters.length);
  let at = 0;
  for (let place = 0; place < words.length; place++) {
    const end = at + (words[place] as string).length;
    for (; at < end; at++) {
      units[at] = letters.charCodeAt(at);
      wordAt[at] = place;
    }
  }
  return { letters, units, wordAt };
}

/** The words of a private text, ready to be found in the letters of many strings. */
export class SquashedIndex {
  readonly #letters: Uint16Array;
  /** Where each word begins, and where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #tables = new Map<number, StartTable>();

  /** Cost: linear. `wordOf` gives the word of a number; numbers are those of a lane of words. */
  constructor(units: Int32Array, wordOf: (unit: number) => string) {
    let letters = 0;
    let words = 0;
    for (const unit of units) {
      const { length } = unit === BREAK ? BREAK_LETTER : wordOf(unit);
      letters += length;
      words += length <= LONGEST_WORD ? 1 : Math.ceil(length / PIECE);
    }
    const squashed = new Uint16Array(letters);
    const starts = new Uint32Array(words + 1);
    let end = 0;
    let place = 0;
    for (const unit of units) {
      const word = unit === BREAK ? BREAK_LETTER : wordOf(unit);
      const piece = word.length <= LONGEST_WORD ? word.length : PIECE;
      for (let at = 0; at < word.length; at++) {
        if (at % piece === 0) starts[place++] = end;
        squashed[end++] = word.charCodeAt(at);
      }
    }
    starts[place] = end;
    this.#letters = squashed;
    this.#starts = starts;
  }

  /**
   * The length in letters of the shortest run that begins at a letter of the string; 0 when none does.
   *
   * A run is `words` words of the private text, counted outside terms, or twice as many in all, with at least
   * 15 letters, or more than four for each word if that is more.
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
    for (let word = table.first(value.units, at); word >= 0; word = table.next(word)) {
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
        if (this.#letters[letter] !== value.units[letter + offset]) return 0;
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
  readonly #words: HashChains;
  readonly #length: number;
  /** Hashes of the string asked about last: a question comes for each of its letters. */
  #asked: { units: Uint16Array; hashes: Int32Array } | undefined;

  constructor(letters: Uint16Array, starts: Uint32Array, length: number) {
    this.#words = new HashChains(starts.length);
    this.#length = length;
    const hashes = hashesOf(letters, length);
    for (let word = 0; word < starts.length; word++) {
      const start = starts[word] as number;
      if (start < hashes.length) this.#words.put(hashes[start] as number, word);
    }
  }

  /** The last word that begins with these letters, or letters with their hash; -1 is none. */
  first(units: Uint16Array, start: number): number {
    if (this.#asked?.units !== units) this.#asked = { units, hashes: hashesOf(units, this.#length) };
    return this.#words.first(this.#asked.hashes[start] as number);
  }

  next(word: number): number {
    return this.#words.next(word);
  }
}

/** The hash of every stretch of `length` letters, by where it begins. */
function hashesOf(letters: Uint16Array, length: number): Int32Array {
  const hashes = new Int32Array(Math.max(0, letters.length - length + 1));
  let leaving = 1;
  for (let step = 0; step < length; step++) leaving = Math.imul(leaving, BASE);
  let hash = 0;
  for (let at = 0; at < letters.length; at++) {
    hash = (Math.imul(hash, BASE) + (letters[at] as number)) | 0;
    if (at >= length) hash = (hash - Math.imul(letters[at - length] as number, leaving)) | 0;
    if (at >= length - 1) hashes[at - length + 1] = hash;
  }
  return hashes;
}

function leastLetters(words: number): number {
  return Math.max(LEAST_LETTERS, FEW_LETTERS_PER_WORD * words + 1);
}

const LEAST_LETTERS = 15;
// Scans cut words at line ends: "the Forgive- ness of sins" is five words there and four in an honest title.
const FEW_LETTERS_PER_WORD = 4;
// A word no language has is words run together: it counts for one in every five letters.
const LONGEST_WORD = 40;
const PIECE = 5;
/** No analysis keeps a NUL, so no string holds it. */
const BREAK_LETTER = '\0';
const BASE = 0x01000193;
