/**
 * How long a shared run must be to count, for each kind of unit.
 *
 * Thai and its kin are alphabets written without spaces: a run says about half as much as one of Han characters, so they
 * need twice as many, at most 48 (decisions 2.2).
 */
import type { UnitKind } from '@archive/text';
import { GIST_NGRAM_CHARS, GIST_NGRAM_WORDS } from './lint-defaults.ts';

/** How long a shared run must be to count. */
export interface RunWindow {
  /** Words of scripts written with spaces; 1 to 16. */
  readonly words: number;
  /** Code points of Han, kana, Bopomofo and Yi; 1 to 48. Thai and its kin need twice as many, at most 48. */
  readonly chars: number;
  /** Names and titles that add nothing to a run; default none. */
  readonly terms?: readonly string[] | undefined;
}

/** The window of a work that states none. */
export const DEFAULT_WINDOW: RunWindow = { words: GIST_NGRAM_WORDS, chars: GIST_NGRAM_CHARS };

/** Longest window of characters, and of words, that may be asked for. */
const LONGEST_CHARS = 48;
const LONGEST_WORDS = 16;

/** Units a matcher must be able to look up in one piece: twice the longest window, for runs that hold terms. */
export const LONGEST_RUN = 2 * LONGEST_CHARS;

/** The length of a run of one kind that trips. */
export function windowSize({ words, chars }: RunWindow, kind: UnitKind): number {
  if (kind === 'words') return words;
  return kind === 'cjk' ? chars : Math.min(LONGEST_CHARS, chars * 2);
}

/**
 * Returns the window if it is one.
 *
 * @throws {RangeError} for sizes outside their ranges: a window that is none would let everything pass
 */
export function checkRunWindow(window: RunWindow): RunWindow {
  const fits = (size: number, longest: number): boolean =>
    Number.isInteger(size) && size >= 1 && size <= longest;
  if (fits(window.words, LONGEST_WORDS) && fits(window.chars, LONGEST_CHARS)) return window;
  throw new RangeError(
    `a run window has whole numbers: words from 1 to ${LONGEST_WORDS}, characters from 1 to ${LONGEST_CHARS}`,
  );
}

/** Whether a string is too short to hold a run, told without analysing it: most labels and names are spared that way. */
export function isTooShortForRun(value: string, { words }: RunWindow): boolean {
  return value.length < 2 * words - 1 && PRINTABLE_ASCII.test(value);
}

const PRINTABLE_ASCII = /^[ -~]*$/;
