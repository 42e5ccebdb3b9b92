/**
 * Measures how much of a description stands, in order, in one place of a source.
 *
 * Content words only: what is left without articles, pronouns and the like. For each window of twice the description's
 * length the longest common subsequence is taken, and the best window counts (decisions 2.8). Windows that hold too few
 * of the words to beat the best so far are passed over, so an honest description costs little.
 */
import { contentWords } from '@archive/text';

/** The content words of a source, ready to be compared with many descriptions. */
export class ContentIndex {
  readonly #numbers = new Map<string, number>();
  /** Places of word n are `#places[#firsts[n]]` to `#places[#firsts[n + 1] - 1]`, rising. */
  readonly #firsts: Uint32Array;
  readonly #places: Uint32Array;

  /** @param texts the source in reading order; windows run across their edges */
  constructor(texts: readonly string[]) {
    const sequence: number[] = [];
    for (const text of texts) {
      for (const word of contentWords(text)) {
        const number = this.#numbers.get(word) ?? this.#numbers.size;
        if (number === this.#numbers.size) this.#numbers.set(word, number);
        sequence.push(number);
      }
    }
    this.#firsts = new Uint32Array(this.#numbers.size + 1);
    for (const number of sequence) this.#firsts[number + 1] = (this.#firsts[number + 1] as number) + 1;
    for (let at = 1; at < this.#firsts.length; at++)
      this.#firsts[at] = (this.#firsts[at] as number) + (this.#firsts[at - 1] as number);
    const free = this.#firsts.slice();
    this.#places = new Uint32Array(sequence.length);
    for (const [place, number] of sequence.entries()) {
      this.#places[free[number] as number] = place;
      free[number] = (free[number] as number) + 1;
    }
  }

  /**
   * The largest share, 0 to 1, of the description's content words that one window of the source holds in order.
   *
   * @param above  shares at or below this need not be told apart; the result is then 0. Saves most of the work.
   */
  coverage(description: string, above = 0): number {
    const words = contentWords(description);
    if (words.length === 0) return 0;
    const matches = this.#matches(words);
    const subsequence = new LongestCommonSubsequence(words.map((word) => this.#numbers.get(word) ?? -1));
    const needed = subsequence.needed;
    const held = new Map<number, number>();
    let best = Math.floor(above * words.length);
    let found = false;
    let bound = 0;
    let end = 0;
    for (let start = 0; start < matches.length; start++) {
      const limit = (matches[start] as Match).place + 2 * words.length;
      for (; end < matches.length && (matches[end] as Match).place < limit; end++) {
        const { number } = matches[end] as Match;
        const count = (held.get(number) ?? 0) + 1;
        held.set(number, count);
        if (count <= (needed.get(number) as number)) bound++;
      }
      if (bound > best) {
        const length = subsequence.lengthWith(matches, start, end);
        if (length > best) {
          best = length;
          found = true;
        }
      }
      const { number } = matches[start] as Match;
      const count = held.get(number) as number;
      held.set(number, count - 1);
      if (count <= (needed.get(number) as number)) bound--;
    }
    return found ? best / words.length : 0;
  }

  /** Every place of the source that holds one of the words, in order. */
  #matches(words: readonly string[]): Match[] {
    const matches: Match[] = [];
    for (const word of new Set(words)) {
      const number = this.#numbers.get(word);
      if (number === undefined) continue;
      for (let at = this.#firsts[number] as number; at < (this.#firsts[number + 1] as number); at++) {
        matches.push({ place: this.#places[at] as number, number });
      }
    }
    return matches.sort((a, b) => a.place - b.place);
  }
}

interface Match {
  readonly place: number;
  readonly number: number;
}

/**
 * Lengths of longest common subsequences of one fixed sequence with many others, bit-parallel.
 *
 * Source: Hyyrö 2004, "Bit-parallel LCS-length computation revisited": zero bits of V count the matched units.
 */
class LongestCommonSubsequence {
  /** How often each unit occurs in the fixed sequence. */
  readonly needed = new Map<number, number>();
  readonly #masks = new Map<number, Uint32Array>();
  readonly #column: Uint32Array;

  constructor(units: readonly number[]) {
    this.#column = new Uint32Array(Math.ceil(units.length / 32));
    for (const [at, unit] of units.entries()) {
      this.needed.set(unit, (this.needed.get(unit) ?? 0) + 1);
      const mask = this.#masks.get(unit) ?? new Uint32Array(this.#column.length);
      mask[at >>> 5] = ((mask[at >>> 5] as number) | (1 << (at & 31))) >>> 0;
      this.#masks.set(unit, mask);
    }
  }

  /** The length for `matches[start]` to `matches[end - 1]`. */
  lengthWith(matches: readonly Match[], start: number, end: number): number {
    const column = this.#column.fill(0xffffffff);
    for (let at = start; at < end; at++) {
      const mask = this.#masks.get((matches[at] as Match).number) as Uint32Array;
      let carry = 0;
      for (let limb = 0; limb < column.length; limb++) {
        const value = column[limb] as number;
        const hits = (value & (mask[limb] as number)) >>> 0;
        const sum = value + hits + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        column[limb] = (sum | (value - hits)) >>> 0;
      }
    }
    let length = 0;
    for (let rest of column) for (rest = ~rest >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) length++;
    return length;
  }
}
