/**
 * Remembers how widely each stretch of known text was exposed, and finds it again where it is exposed more widely.
 *
 * A pasted paragraph keeps its words but not its place, so texts are compared by shingles: a paragraph of twenty words
 * is recognised when four fifths of its five-word shingles are known, and so are any twenty words in a row, which finds
 * a paragraph whose edges were lost (decisions 1.8). A text that was as widely exposed somewhere is no find.
 *
 * Keeps hashes of 64 bits, never words, and reads a long text in stretches: what it costs is bounded by the number of
 * different shingles, and beyond a bound (2^25) of them it refuses.
 */
import { hasUnspacedScript, shingles } from '@archive/text';
import { ShingleRanks } from './shingle-ranks.ts';
import { stretchesOf } from './text-stretches.ts';
import { hashShingle, SHINGLE_WORDS } from './text-shingles.ts';

/** Share of known shingles from which a stretch counts as known. */
const KNOWN_SHARE = 0.8;
/** Fewest words of a paragraph that is recognised; an unspaced script counts two characters for a word. */
const KNOWN_PARAGRAPH_WORDS = 20;

/** The widest exposure, by rank, that each shingle had. */
export class KnownText {
  readonly #ranks: ShingleRanks;

  /** @param limit  most different shingles; default 2^25 */
  constructor(limit?: number) {
    this.#ranks = new ShingleRanks(limit);
  }

  /** Texts never served, from the hashes that {@link hashes} gave. */
  static ofHashes(hashes: BigUint64Array): KnownText {
    const known = new KnownText();
    const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
    for (let at = 0; at < halves.length; at += 2)
      known.#ranks.put(halves[at] as number, halves[at + 1] as number, 0);
    return known;
  }

  /** How many different shingles it knows. */
  get size(): number {
    return this.#ranks.size;
  }

  /**
   * Adds a text that was exposed at this rank; 0, the default, for what was never served.
   *
   * @throws {KnownTextLimitError} when there is no room for it
   */
  add(text: string, rank = 0): void {
    for (const stretch of stretchesOf(text))
      for (const shingle of fullShingles(stretch))
        this.#ranks.put(hashShingle(shingle), hashShingle(shingle, HIGH_SEED), rank);
  }

  /** Adds all that another one knows. */
  addAll(other: KnownText): void {
    this.#ranks.putAll(other.#ranks);
  }

  /** Hashes of everything known, in ascending order. They confirm a text to someone who holds it: private material. */
  hashes(): BigUint64Array {
    return this.#ranks.hashes();
  }

  /** Whether the text, exposed at this rank, holds a stretch that was known and less widely exposed. */
  isWidenedBy(text: string, rank: number): boolean {
    const isKnown = (shingle: string): boolean => {
      const known = this.#ranks.get(hashShingle(shingle), hashShingle(shingle, HIGH_SEED));
      return known !== undefined && known < rank;
    };
    if (lanes(text).some((lane) => holdsKnownRun(lane.map(isKnown), lane))) return true;
    return text.split(PARAGRAPH_EDGE).some((paragraph) => isKnownParagraph(lanes(paragraph), isKnown));
  }
}

/** Any run of shingles as long as those of a short paragraph; a text with fewer is one run. */
function holdsKnownRun(known: readonly boolean[], lane: readonly string[]): boolean {
  const length = Math.min(runLength(lane), known.length);
  const needed = Math.ceil(length * KNOWN_SHARE);
  let count = 0;
  for (let at = 0; at < known.length; at++) {
    if (known[at]) count++;
    if (at >= length && known[at - length]) count--;
    if (at >= length - 1 && count >= needed) return true;
  }
  return false;
}

function isKnownParagraph(
  paragraph: readonly (readonly string[])[],
  isKnown: (shingle: string) => boolean,
): boolean {
  return paragraph.some((lane) => {
    if (lane.length < runLength(lane)) return false;
    return lane.filter(isKnown).length >= lane.length * KNOWN_SHARE;
  });
}

/** Shingles in a paragraph of the least size: of words, or of characters of an unspaced script. */
function runLength(lane: readonly string[]): number {
  const first = lane[0];
  if (first === undefined || !hasUnspacedScript(first)) return KNOWN_PARAGRAPH_WORDS - SHINGLE_WORDS + 1;
  return 2 * KNOWN_PARAGRAPH_WORDS - Array.from(first).length + 1;
}

/** The full shingles of a text, words apart from characters. */
function lanes(text: string): string[][] {
  const words: string[] = [];
  const characters: string[] = [];
  for (const shingle of fullShingles(text)) (hasUnspacedScript(shingle) ? characters : words).push(shingle);
  return [words, characters].filter(({ length }) => length > 0);
}

/** Shingles of full size: a text too short for one has none, for two words prove nothing. */
function fullShingles(text: string): string[] {
  return shingles(text, SHINGLE_WORDS, { chars: SHINGLE_CHARS }).filter((shingle) =>
    hasUnspacedScript(shingle)
      ? Array.from(shingle).length >= SHINGLE_CHARS
      : shingle.split(' ').length === SHINGLE_WORDS,
  );
}

const PARAGRAPH_EDGE = /\n\s*\n/;
const SHINGLE_CHARS = 12;
/** Any other seed than that of the low half. */
const HIGH_SEED = 0x2f1b7a95;
