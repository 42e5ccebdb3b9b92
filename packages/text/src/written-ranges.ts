/**
 * Finds what a position stands for in the string it was reported for: the way back from `locate`, for showing a run.
 *
 * A position in words has one place. A position in characters counts from the beginning of a stretch without saying of
 * which one, so every stretch that is long enough is a candidate; who has the text behind it tells them apart by asking.
 */
import { alignWritten } from './align-written.ts';
import { analyze } from './analyze.ts';
import { APOSTROPHE_LIKE, classOf, isUnspacedMark, LETTER, MARK } from './code-point-class.ts';
import type { TextPosition } from './locate.ts';
import { isDrawnLetter } from './prototype-of.ts';

/** A part of a string, in UTF-16 units: what `slice` takes. */
export type TextRange = {
  readonly start: number;
  readonly end: number;
};

/**
 * The parts of a string that a position of {@link TextPosition} may stand for, in reading order.
 *
 * Cost: linear in the string.
 *
 * @param written  the string the position was reported for
 * @returns at most one range for a position in words; none when the string has no such place
 */
export function writtenRanges(written: string, position: TextPosition): TextRange[] {
  const { text, forms } = analyze(written);
  const origins = alignWritten(written, text);
  const units = unitsOfCodePoints(written);
  const clusters = [...new Set(origins), units.length - 1];
  /** From one character to another; a mark that was composed into the last belongs to it. */
  const rangeOf = (from: number, to: number): TextRange => ({
    start: units[from] as number,
    end: units[clusters.find((cluster) => cluster > to) ?? units.length - 1] as number,
  });
  if (position.unit === 'words') {
    const words = composedWords(text);
    const [first, last] = [words[position.from - 1], words[position.to - 1]];
    if (first === undefined || last === undefined) return [];
    return [rangeOf(origins[first.start] as number, origins[last.end - 1] as number)];
  }
  return [forms[0].cjk, forms[0].sea]
    .flatMap(({ starts, stretches }) => {
      const places = [...starts].map((start) => origins[start] as number);
      const isPlace = new Set(places);
      return places
        .filter((_, at) => at === 0 || stretches[at] !== stretches[at - 1])
        .map((head) => ({ from: head + position.from - 1, to: head + position.to - 1 }))
        .filter(({ from, to }) => isPlace.has(from) && isPlace.has(to));
    })
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => rangeOf(from, to));
}

/** The words of a composed text as `locate` counts them. */
function composedWords(text: string): { start: number; end: number }[] {
  const words: { start: number; end: number }[] = [];
  let current: { start: number; end: number } | undefined;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    const kind = classOf(codePoint);
    if (kind === LETTER || kind === APOSTROPHE_LIKE || isDrawnLetter(codePoint)) {
      if (current === undefined) {
        current = { start: at, end: next };
        words.push(current);
      }
    } else if (kind !== MARK && !isUnspacedMark(codePoint)) {
      current = undefined;
    }
    if (current !== undefined) current.end = next;
    at = next;
  }
  return words;
}

/** Where each code point of a string begins in UTF-16 units, and where the string ends. */
function unitsOfCodePoints(s: string): number[] {
  const units = [0];
  for (const char of s) units.push((units.at(-1) as number) + char.length);
  return units;
}
