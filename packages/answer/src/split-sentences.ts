/**
 * Cuts a text into its sentences, as offsets into the text itself.
 *
 * What stands apart in the text stays apart: headings, items of lists, rows of tables, lines of verse, turns of a transcript.
 * Inside a paragraph the ends of sentences are found by rule from Unicode's property of sentence-ending marks and a few
 * closed lists, not by `Intl.Segmenter`: that one is quadratic on long input, changes with the version of ICU, breaks after
 * "Dr." and never in Thai. It is the oracle of the tests.
 *
 * Invariants: every character that is not white space is in exactly one sentence; sentences are in order, begin and end
 * with ink, and are slices of the text; none is longer than a bound. Cost: linear.
 */
import { cutLong } from './extractive/cut-long.ts';
import { sentenceEnds } from './extractive/sentence-ends.ts';
import { type TextBlockKind, textBlocks } from './extractive/text-blocks.ts';

/** A sentence, and where it stands: `text.slice(from, to)` in UTF-16 units. */
export interface Sentence {
  /** Trimmed, never blank. */
  text: string;
  /** Where it begins. */
  from: number;
  /** Where it ends: the unit after its last. */
  to: number;
}

/** A sentence with the kind of block it stands in, and which block of the text that is. */
export interface PlacedSentence extends Sentence {
  kind: TextBlockKind;
  /** From 0; sentences of one paragraph share it. */
  block: number;
}

/**
 * The sentences of a text in order: exact slices, trimmed, none blank.
 *
 * Markers of Markdown (`#`, `-`, `>`) stay in the slice they begin. A run without a stop is cut at a clause, a space or, at
 * last, between two characters as a reader counts them.
 */
export function splitSentences(text: string): Sentence[] {
  return placeSentences(text).map(({ text: slice, from, to }) => ({ text: slice, from, to }));
}

/** The same sentences, with the blocks they stand in. */
export function placeSentences(text: string): PlacedSentence[] {
  const sentences: PlacedSentence[] = [];
  for (const [block, { kind, from, to }] of textBlocks(text).entries()) {
    const whole = text.slice(from, to);
    let start = 0;
    for (const end of kind === 'prose' || kind === 'item' ? sentenceEnds(whole) : [whole.length]) {
      for (const piece of cutLong(whole, start, end)) {
        const [first, last] = inkOf(whole, piece.from, piece.to);
        if (first < last)
          sentences.push({
            text: whole.slice(first, last),
            from: from + first,
            to: from + last,
            kind,
            block,
          });
      }
      start = end;
    }
  }
  return sentences;
}

/** A range without the white space at its ends. */
function inkOf(text: string, from: number, to: number): [from: number, to: number] {
  let first = from;
  let last = to;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return [first, last];
}

/** White space as `\s` has it; a test of one unit at a time would be slow on long blanks. */
function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0xa0 ||
    (unit >= 0x1680 && /\s/.test(String.fromCharCode(unit)))
  );
}
