/**
 * Whether what is left of an index still holds a word as it is written, and not only as the stem of other words.
 *
 * A lane notes that of a term once for all its texts. Where some of them are left out, it is worked out again from the counts:
 * a text counts a term for each word that has it as its stem, and every such word but the term itself is a term of its own.
 */
import { stemWord, TERM_LANGUAGES } from '@archive/text';
import type { LexicalIndex, LexicalSegment } from './lexical-port.ts';

/** A term of the lane of public text in one segment of a view. */
export interface TermOfSegment {
  readonly segment: LexicalSegment;
  readonly term: number;
  /** Positions of the segment's entries in the view; absent where all are left. */
  readonly positions: Int32Array | undefined;
}

/** Counts in a lane end here: what is counted so often may be more. */
const MOST_COUNT = 255;

/**
 * Whether a text that is left holds the word; undefined when that cannot be told, or not by looking at so few terms.
 *
 * @param places  the word as a plain term, in each segment that has it
 * @param budget  terms that may yet be looked at; lowered by those that were
 */
export function isWrittenInLeft(
  word: string,
  places: readonly TermOfSegment[],
  index: Pick<LexicalIndex, 'key'>,
  budget: { terms: number },
): boolean | undefined {
  let isSure = true;
  for (const place of places) {
    const found = isWrittenHere(word, place, index, budget);
    if (found === true) return true;
    if (found === undefined) isSure = false;
  }
  return isSure ? false : undefined;
}

function isWrittenHere(
  word: string,
  { segment: { text, languageOf }, term, positions }: TermOfSegment,
  index: Pick<LexicalIndex, 'key'>,
  budget: { terms: number },
): boolean | undefined {
  if (!text.isWritten(term)) return false;
  if (positions === undefined) return true;
  const [from, to] = [text.starts[term] as number, text.starts[term + 1] as number];
  const languages = new Set<number>();
  const unexplained = new Map<number, number>();
  let isAllLeft = true;
  for (let n = from; n < to; n++) {
    const place = text.places[n] as number;
    if ((positions[place] as number) < 0) {
      isAllLeft = false;
      continue;
    }
    const language = languageOf[place] as number;
    // Where the word has another stem, the term is that of other words.
    if (stemIn(word, language) !== word) continue;
    languages.add(language);
    unexplained.set(place, text.counts[n] as number);
  }
  if (isAllLeft) return true;
  if (unexplained.size === 0) return false;
  const [first, end] = text.range(index.key('='));
  budget.terms -= end - first;
  if (budget.terms < 0) return undefined;
  const letter = index.key(word).bytes[0] as number;
  let isUnsure = false;
  for (let other = first; other < end; other++) {
    const begins = text.bytesAt(other)[1] as number;
    // An accent that the stem is without may stand on the first letter, which then is not ASCII.
    if (begins !== letter && begins < 0x80) continue;
    const form = text.termAt(other).slice(1);
    for (const language of languages) {
      if (stemIn(form, language) !== word) continue;
      for (let n = text.starts[other] as number; n < (text.starts[other + 1] as number); n++) {
        const place = text.places[n] as number;
        const count = unexplained.get(place);
        if (count === undefined || languageOf[place] !== language) continue;
        if (count === MOST_COUNT) {
          isUnsure = true;
          unexplained.delete(place);
        } else unexplained.set(place, count - (text.counts[n] as number));
      }
    }
  }
  for (const count of unexplained.values()) if (count > 0) return true;
  return isUnsure ? undefined : false;
}

/** @param language  as `languageOf` of a segment numbers it */
function stemIn(word: string, language: number): string {
  return stemWord(word, TERM_LANGUAGES[language - 1]);
}
