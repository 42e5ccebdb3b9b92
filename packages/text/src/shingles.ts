/**
 * Cuts a text into overlapping shingles, to measure how much of it another text holds.
 *
 * Words and unspaced characters are shingled apart, each across the whole string. Shingles use the normalised text without
 * look-alike forms: they recognise an owner's own text after an edit or a new split, they do not catch disguise.
 */
import { normalizeText } from './normalize-text.ts';
import { type TextPart, textParts } from './text-parts.ts';

/** Window sizes of `shingles`. */
export type ShingleSizes = {
  /** Code points of a window over Han, kana, Bopomofo and Yi; default 12. Thai, Lao, Khmer and their kin get twice that, at most 48. */
  readonly chars?: number;
};

/**
 * Every window of `words` words, then every window of unspaced characters, as strings in order, repeats included.
 *
 * A text with fewer units of a kind than its window gives one shingle of all it has, so that a short text is never without.
 *
 * @throws {RangeError} if a size is not a positive whole number
 */
export function shingles(s: string, words: number, { chars = 12 }: ShingleSizes = {}): string[] {
  for (const size of [words, chars])
    if (!Number.isInteger(size) || size < 1)
      throw new RangeError('a shingle size must be a positive whole number');
  const parts = textParts(normalizeText(s));
  return [
    ...windows(textsOf(parts, 'word'), words, ' '),
    ...windows(codePointsOf(parts, 'cjk'), chars, ''),
    ...windows(codePointsOf(parts, 'sea'), Math.min(48, chars * 2), ''),
  ];
}

function textsOf(parts: readonly TextPart[], kind: TextPart['kind']): string[] {
  return parts.filter((part) => part.kind === kind).map((part) => part.text);
}

function codePointsOf(parts: readonly TextPart[], kind: TextPart['kind']): string[] {
  return [...textsOf(parts, kind).join('')];
}

function windows(units: readonly string[], size: number, joint: string): string[] {
  if (units.length === 0) return [];
  const count = Math.max(1, units.length - size + 1);
  return Array.from({ length: count }, (_, at) => units.slice(at, at + size).join(joint));
}
