/**
 * Cuts a string into its normalised words.
 *
 * A word is a run of letters, marks and digits that begins with a letter or digit. Marks stay inside their word, so
 * Hindi and Vietnamese are not cut to pieces; an apostrophe or hyphen ends a word. A stretch of Chinese or Thai comes
 * out as one word here: what must look inside it uses `analyze`.
 */
import { classOf, isUnspaced } from './code-point-class.ts';
import { normalizeText } from './normalize-text.ts';

/** The normalised words of a string in order, repeats included. */
export function normalizeWords(s: string): string[] {
  return normalizeText(s).match(WORD) ?? [];
}

/** The normalised words with one space between them: what exact and prefix search compare. */
export function foldForSearch(s: string): string {
  return normalizeWords(s).join(' ');
}

/** Whether any character belongs to a script that is written without spaces between words. */
export function hasUnspacedScript(s: string): boolean {
  for (let at = 0; at < s.length; at++) {
    const codePoint = s.codePointAt(at) as number;
    if (codePoint > 0xffff) at++;
    if (isUnspaced(classOf(codePoint))) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
