/**
 * Cuts a string into words and unbroken unspaced stretches, for everything that reads tokens as a person would.
 *
 * Unlike `analyze` it makes no look-alike forms and lets punctuation end a stretch. The string is taken as it is:
 * normalising it first is the caller's choice.
 */
import { APOSTROPHE_LIKE, CJK, classOf, LETTER, MARK, SEA } from './code-point-class.ts';

/** A word of a spaced script, or an unbroken stretch of one family of scripts written without spaces. */
export type TextPart = {
  readonly kind: 'word' | 'cjk' | 'sea';
  readonly text: string;
  /** Where it begins, in UTF-16 units of the string that was cut. */
  readonly start: number;
};

/** The parts of a string in order; what stands between them is punctuation, space or symbol. */
export function textParts(s: string): TextPart[] {
  const parts: TextPart[] = [];
  let start = 0;
  let current: TextPart['kind'] | undefined;
  for (let at = 0; at < s.length; ) {
    const codePoint = s.codePointAt(at) as number;
    const kind = kindOf(classOf(codePoint), current);
    if (kind !== current) {
      if (current !== undefined) parts.push({ kind: current, text: s.slice(start, at), start });
      start = at;
      current = kind;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (current !== undefined) parts.push({ kind: current, text: s.slice(start), start });
  return parts;
}

/** Removes white space between two characters of Chinese or Japanese writing, where it carries no meaning. */
export function closeCjkSpaces(s: string): string {
  return s.replace(SPACE_IN_CJK, '');
}

function kindOf(codePointClass: number, current: TextPart['kind'] | undefined): TextPart['kind'] | undefined {
  if (codePointClass === LETTER || codePointClass === APOSTROPHE_LIKE) return 'word';
  if (codePointClass === CJK) return 'cjk';
  if (codePointClass === SEA) return 'sea';
  return codePointClass === MARK ? current : undefined;
}

const SPACE_IN_CJK =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}])\s+(?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}])/gu;
