/**
 * What a question looks for: groups of terms, each worth something.
 *
 * A group is one word of the question in every form the index may hold it in: as written, as the key of its script's
 * spellings, and stemmed in each language the index states. Where the key is another, a text that writes the word as the
 * question does counts it twice, so that marks tell. Stop words of the question's own language are left out as long as
 * something else is left.
 */
import { stemWord, TERM_LANGUAGES } from '@archive/text';
import type { LexicalIndex, LexicalKey, LexicalLane } from './lexical-port.ts';
import type { QuestionPart } from './question-part.ts';
import { questionParts } from './question-parts.ts';

/** One thing a question looks for. */
export interface TermGroup {
  /** As the question writes it, normalised. */
  readonly written: string;
  /** Terms that stand for it, or, with `isOpen`, that begin one that does. */
  readonly terms: readonly string[];
  readonly keys: readonly LexicalKey[];
  readonly isOpen: boolean;
  /** A word cut short: it is looked for in public text alone, and counts once in a text however many words begin so. */
  readonly isBeginning: boolean;
  /** How often the question says it. */
  readonly repeats: number;
}

/** Terms that a beginning may stand for, added up over all segments; one that more begin with is the word it is. */
export const MOST_EXPANSIONS = 1_000_000;

/**
 * Reads a question against an index. Groups come in the order in which the question first says them, identifiers last.
 *
 * A code is looked for beside the words in it; an exact identifier, and a catalogue number that a public text holds,
 * instead of them. Whether anything else holds it must not matter: that would show in public scores.
 *
 * @param query       without marks
 * @param beginnings  words of it that are cut short, normalised
 */
export function lexicalQuery(
  query: string,
  index: LexicalIndex,
  beginnings: readonly string[] = [],
): TermGroup[] {
  const parts = questionParts(query, (identifier) => isHeld(index, `#${identifier}`), beginnings);
  return groupsOf(parts, index, beginnings);
}

/** Groups of some parts of a question, each part once. */
export function groupsOf(
  parts: readonly QuestionPart[],
  index: LexicalIndex,
  beginnings: readonly string[] = [],
): TermGroup[] {
  const groups = new Map<string, TermGroup & { repeats: number }>();
  for (const { written, kind } of parts) {
    const name = kind === 'identifier' ? `#${written}` : written;
    const before = groups.get(name);
    if (before !== undefined) {
      before.repeats++;
      continue;
    }
    const beginning =
      kind === 'word' && beginnings.includes(written) ? beginningGroup(written, index) : undefined;
    if (beginning !== undefined) {
      groups.set(name, { ...beginning, repeats: 1 });
      continue;
    }
    const terms = kind === 'word' ? formsOf(written, index) : [name];
    const keys = terms.map((term) => index.key(term));
    groups.set(name, { written, terms, keys, isOpen: kind === 'short', isBeginning: false, repeats: 1 });
  }
  return [...groups.values()];
}

/** The group of a word that is cut short; undefined where too many terms begin so. */
function beginningGroup(written: string, index: LexicalIndex): TermGroup | undefined {
  // Stems, and words that are written otherwise than their stem.
  const terms = [written, `=${written}`];
  const keys = terms.map((term) => index.key(term));
  let expansions = 0;
  let first = 0;
  for (const { size, text } of index.segments) {
    const positions = index.positions?.subarray(first, first + size);
    for (const key of text.documents === 0 ? [] : keys) {
      const [from, to] = text.range(key);
      if (positions === undefined) expansions += to - from;
      else for (let term = from; term < to; term++) expansions += isLeft(text, term, positions) ? 1 : 0;
    }
    if (expansions > MOST_EXPANSIONS) return undefined;
    first += size;
  }
  return { written, terms, keys, isOpen: true, isBeginning: true, repeats: 1 };
}

/** Whether a text that is left holds a term of a segment. */
function isLeft({ starts, places }: LexicalLane, term: number, positions: Int32Array): boolean {
  for (let n = starts[term] as number; n < (starts[term + 1] as number); n++)
    if ((positions[places[n] as number] as number) >= 0) return true;
  return false;
}

/** Terms that a word may be held as, each once. */
function formsOf(written: string, index: LexicalIndex): string[] {
  const key = stemWord(written, undefined);
  if (key !== written) return [written, key, `=${written}`];
  return [...new Set([written, ...languagesOf(index).map((language) => stemWord(written, language))])];
}

/** Whether a public text that is left holds a term. */
function isHeld(index: LexicalIndex, term: string): boolean {
  const key = index.key(term);
  const { positions } = index;
  let first = 0;
  for (const { size, text } of index.segments) {
    const found = text.documents === 0 ? -1 : text.find(key);
    if (found >= 0) {
      if (positions === undefined || isLeft(text, found, positions.subarray(first, first + size)))
        return true;
    }
    first += size;
  }
  return false;
}

/** The numbers of a group's terms in a lane, each once. */
export function termsInLane(lane: LexicalLane, { keys, isOpen }: TermGroup): number[] {
  const found: number[] = [];
  if (lane.documents === 0) return found;
  for (const key of keys) {
    if (isOpen) {
      const [from, to] = lane.range(key);
      for (let term = from; term < to; term++) found.push(term);
    } else {
      const term = lane.find(key);
      if (term >= 0) found.push(term);
    }
  }
  return found;
}

const languagesKnown = new WeakMap<LexicalIndex, readonly (typeof TERM_LANGUAGES)[number][]>();

/** Languages that texts of the index were read as. */
function languagesOf(index: LexicalIndex): readonly (typeof TERM_LANGUAGES)[number][] {
  let languages = languagesKnown.get(index);
  if (languages === undefined) {
    const numbers = new Set<number>();
    let first = 0;
    for (const { size, languageOf } of index.segments) {
      for (let place = 0; place < languageOf.length; place++) {
        const isLeft = index.positions === undefined || (index.positions[first + place] as number) >= 0;
        if (isLeft) numbers.add(languageOf[place] as number);
      }
      first += size;
    }
    languages = TERM_LANGUAGES.filter((_, at) => numbers.has(at + 1));
    languagesKnown.set(index, languages);
  }
  return languages;
}
