/**
 * Suggests another spelling for a question whose words no public text holds.
 *
 * Suggestions are words that stand in public text, and nothing else is looked at: a list of words that could be asked for
 * by trying out spellings must not hold one that is not shown (decisions 1.5).
 */
import { hasUnspacedScript, languagesOfStopWord, normalizeText, scanTerms } from '@archive/text';
import type { LexicalIndex, LexicalLane, LexicalSegment } from './lexical-port.ts';
import { groupsOf, termsInLane } from './lexical-query.ts';
import { editDistance } from './edit-distance.ts';
import { readQuerySyntax } from './query-syntax.ts';
import { type PublicTexts, surfaceForm } from './surface-form.ts';
import { isWrittenInLeft, type TermOfSegment } from './written-left.ts';

/** Words shorter than this are not corrected: too many others are near. */
const SHORTEST = 4;
/** From this length on two edits are allowed. */
const LONG = 8;
/** Words of a question that is looked at: fewer than make a run that the lint would hold back. */
const MOST_WORDS = 4;
/** Terms that are looked at for one question, a few hundredths of a second; where more begin like its words, nothing is suggested. */
const MOST_TERMS = 200_000;
/** Bytes of a letter. */
const MOST_BYTES = 4;

/**
 * The question with its unknown words replaced by the nearest that public texts hold; undefined when all are known, when
 * one of them has nothing near, and for a question of more than four words: what comes back is words of public text alone,
 * and too few of them to repeat a sentence.
 *
 * Near means the same first letter and one insertion, deletion, replacement or swap of neighbours, two in a word of eight
 * letters; of those equally near the one that more texts hold, then by code point. Words of unspaced scripts, with
 * digits, and stop words are left alone, and so is a question with a word cut short. Quotation marks stay where they are.
 * In a very large index, where more than 200,000 terms begin with the letters of the unknown words, nothing is suggested.
 * Of a view, suggestions are those of an index without what it leaves out, or none.
 *
 * @param texts  the texts behind the postings: suggestions are shown as one of them writes them (`οδός`, `Straße`). Default:
 *   as they are compared (`οδόσ`, `strasse`), which is for comparing alone
 */
export function didYouMean(query: string, index: LexicalIndex, texts?: PublicTexts): string | undefined {
  if (readQuerySyntax(query).beginnings.length > 0) return undefined;
  const words: { start: number; end: number }[] = [];
  let hasOthers = false;
  scanTerms(
    query,
    (kind, start, end) => {
      if (kind === 'word') words.push({ start, end });
      else hasOthers = true;
    },
    () => {
      hasOthers = true;
    },
  );
  if (hasOthers || words.length > MOST_WORDS) return undefined;
  const budget = { terms: MOST_TERMS };
  let result = '';
  let copied = 0;
  for (const { start, end } of words) {
    const better = nearestWord(normalizeText(query.slice(start, end)), index, budget);
    if (better === undefined) {
      // A suggestion repeats no word that public text does not hold.
      const word = normalizeText(query.slice(start, end));
      if (languagesOfStopWord(word) === 0 && !isKnown(word, index)) return undefined;
      continue;
    }
    const shown = texts === undefined ? better : surfaceForm(better, index, texts);
    if (shown === undefined) return undefined;
    result += query.slice(copied, start) + shown;
    copied = end;
  }
  return copied === 0 ? undefined : result + query.slice(copied);
}

/** A word of public text that is near. */
interface Near {
  readonly distance: number;
  /** Texts that hold it as it is written, where its stem is another. */
  asWritten: number;
  /** Texts that hold it as a plain term, and where: as it is written, or as the stem of other words. */
  plain: number;
  readonly places: TermOfSegment[];
}

function nearestWord(word: string, index: LexicalIndex, budget: { terms: number }): string | undefined {
  const letters = [...word];
  if (letters.length < SHORTEST || /\p{N}/u.test(word) || hasUnspacedScript(word)) return undefined;
  if (languagesOfStopWord(word) !== 0 || isKnown(word, index)) return undefined;
  const near = nearWords(letters, index, budget);
  for (;;) {
    const [best] = [...near].sort(
      ([a, left], [b, right]) =>
        left.distance - right.distance ||
        right.plain + right.asWritten - left.plain - left.asWritten ||
        (a < b ? -1 : 1),
    );
    if (best === undefined) return undefined;
    const [other, found] = best;
    if (found.plain === 0) return other;
    const isWritten = isWrittenInLeft(other, found.places, index, budget);
    if (isWritten !== false) return isWritten === true ? other : undefined;
    found.plain = 0;
    if (found.asWritten === 0) near.delete(other);
  }
}

/** Words that are near, with the texts that may hold them; none when there are too many terms to look at. */
function nearWords(
  letters: readonly string[],
  index: LexicalIndex,
  budget: { terms: number },
): Map<string, Near> {
  const near = new Map<string, Near>();
  const runs = runsOf(letters[0] as string, index);
  budget.terms -= runs.reduce((sum, { from, to }) => sum + to - from, 0);
  if (budget.terms < 0) return near;
  const most = letters.length >= LONG ? 2 : 1;
  const wanted = index.key(letters.join('')).bytes;
  const bag = bagOf(wanted, 0, wanted.length);
  for (const { segment, positions, mark, from, to } of runs) {
    const { text } = segment;
    const { textStarts, text: bytes } = text.table;
    for (let term = from; term < to; term++) {
      const start = (textStarts[term] as number) + mark;
      const end = textStarts[term + 1] as number;
      if (Math.abs(end - start - wanted.length) > most * MOST_BYTES) continue;
      if (bitsOf(bag ^ bagOf(bytes, start, end)) > 2 * most) continue;
      const other = text.termAt(term).slice(mark);
      const distance = editDistance(letters, [...other], most);
      const texts = distance > most ? 0 : textsLeft(text, term, positions);
      if (texts === 0) continue;
      let found = near.get(other);
      if (found === undefined) near.set(other, (found = { distance, asWritten: 0, plain: 0, places: [] }));
      if (mark === 1) found.asWritten += texts;
      else {
        found.plain += texts;
        found.places.push({ segment, term, positions });
      }
    }
  }
  return near;
}

interface Run {
  readonly segment: LexicalSegment;
  readonly positions: Int32Array | undefined;
  /** Length of the mark before the word. */
  readonly mark: 0 | 1;
  readonly from: number;
  readonly to: number;
}

/** The terms that begin with a letter: plain ones, and those that stand for a word as it is written. */
function runsOf(letter: string, index: LexicalIndex): Run[] {
  const [plain, marked] = [index.key(letter), index.key(`=${letter}`)];
  const runs: Run[] = [];
  let first = 0;
  for (const segment of index.segments) {
    const positions = index.positions?.subarray(first, first + segment.size);
    for (const mark of [0, 1] as const) {
      const [from, to] = segment.text.range(mark === 0 ? plain : marked);
      if (from < to) runs.push({ segment, positions, mark, from, to });
    }
    first += segment.size;
  }
  return runs;
}

/** Which letters a word has, roughly, of those of one byte; an edit changes two of them at most. */
function bagOf(bytes: Uint8Array, start: number, end: number): number {
  let bag = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) bag |= 1 << (byte & 31);
  }
  return bag;
}

function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function isKnown(word: string, index: LexicalIndex): boolean {
  const [group] = groupsOf([{ written: word, kind: 'word', start: 0, end: word.length }], index);
  let first = 0;
  for (const { size, text } of index.segments) {
    const positions = index.positions?.subarray(first, first + size);
    if (group !== undefined && termsInLane(text, group).some((term) => textsLeft(text, term, positions) > 0))
      return true;
    first += size;
  }
  return false;
}

/** Texts that hold a term, of those that are left. */
function textsLeft({ starts, places }: LexicalLane, term: number, positions: Int32Array | undefined): number {
  const [from, to] = [starts[term] as number, starts[term + 1] as number];
  if (positions === undefined) return to - from;
  let texts = 0;
  for (let n = from; n < to; n++) if ((positions[places[n] as number] as number) >= 0) texts++;
  return texts;
}
