/**
 * Turns a run found by a matcher into a position a person can look up.
 *
 * Words are counted over the spaced words of the string. Characters are counted over the code points of the original
 * from the first character of the stretch in which the run begins: punctuation, spaces and characters a reader cannot
 * see count too, because an editor that jumps to a code point counts them. A run that continues over a word in between
 * goes on counting from the same start.
 */
import { alignWritten } from './align-written.ts';
import type { Analysis, UnitKind } from './analyze.ts';
import { APOSTROPHE_LIKE, classOf, isUnspacedMark, LETTER, MARK, OTHER } from './code-point-class.ts';
import { composeText } from './normalize-text.ts';
import { isDrawnLetter } from './prototype-of.ts';

/** Where a run stands in the string as written; 1-based, both ends inclusive. */
export type TextPosition = {
  readonly unit: 'words' | 'characters';
  readonly from: number;
  readonly to: number;
};

/**
 * Locates units `first` to `last` (0-based, inclusive) of one kind in one form of an analysis.
 *
 * Cost: linear in the string; meant for the one run that is reported.
 *
 * @param written  the string whose words are counted, where the analysed one is a copy of it with other code points in
 *   the same places; default: the analysed string
 * @throws {RangeError} if the form does not have these units
 */
export function locate(
  analysis: Analysis,
  run: {
    readonly form: 0 | 1;
    readonly kind: UnitKind;
    readonly first: number;
    readonly last: number;
  },
  written: string = analysis.written,
): TextPosition {
  const { items, starts, stretches } = analysis.forms[run.form][run.kind];
  const start = starts[run.first];
  const lastStart = starts[run.last];
  if (start === undefined || lastStart === undefined || run.last < run.first || items.length === 0)
    throw new RangeError('the analysis has no such run of units');
  if (run.kind === 'words') {
    const end = starts[run.last + 1] ?? analysis.text.length;
    if (written === analysis.written) return locateWords(analysis.text, start, end);
    return locateInCopy(analysis, start, endOfWord(analysis.text, lastStart, end), written);
  }
  let head = run.first;
  while (head > 0 && stretches[head - 1] === stretches[run.first]) head--;
  const origins = alignWritten(analysis.written, analysis.text);
  const before = (origins[starts[head] as number] as number) - 1;
  return {
    unit: 'characters',
    from: (origins[start] as number) - before,
    to: (origins[lastStart] as number) - before,
  };
}

/** Locates `[start, end)` of the analysed text in another string by the code points they came from. */
function locateInCopy(analysis: Analysis, start: number, end: number, written: string): TextPosition {
  const origins = alignWritten(analysis.written, analysis.text);
  const text = composeText(written);
  const copied = alignWritten(written, text);
  const [from, to] = [origins[start] as number, origins[end - 1] as number];
  const first = copied.findIndex((origin) => origin >= from);
  const after = copied.findIndex((origin) => origin > to);
  return locateWords(text, first, after < 0 ? text.length : after);
}

/** Where the word that begins at `start` ends; at most `limit`. */
function endOfWord(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && classOf(text.codePointAt(end) as number) !== OTHER) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return end;
}

/** Counts the words before and inside `[start, end)`; a unit of the second form may hold several words or begin with a symbol. */
function locateWords(text: string, start: number, end: number): TextPosition {
  let words = 0;
  let from = 0;
  let inWord = false;
  for (let at = 0; at < end; ) {
    const codePoint = text.codePointAt(at) as number;
    const kind = classOf(codePoint);
    const letter = kind === LETTER || kind === APOSTROPHE_LIKE || isDrawnLetter(codePoint);
    if (letter && !inWord) words++;
    inWord = letter || (inWord && (kind === MARK || isUnspacedMark(codePoint)));
    if (from === 0 && at >= start && letter) from = words;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return { unit: 'words', from, to: words };
}
