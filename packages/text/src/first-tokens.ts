/**
 * Cuts a query down to what an honest question needs, so that one query measures a bounded number of things.
 *
 * A query within the bounds comes back untouched; a cut one is rebuilt from its tokens, so that nothing else can vary.
 */
import { codePointLength, truncateCodePoints } from './clip-text.ts';
import { composeText, foldCase } from './normalize-text.ts';
import { textParts } from './text-parts.ts';

/** Bounds of `firstTokens`. */
export type TokenBounds = {
  /** Distinct words kept; default 40. */
  readonly maxTokens?: number;
  /** Code points kept of all unspaced stretches together; default 80. */
  readonly maxUnspacedChars?: number;
};

/**
 * Keeps the first distinct words and the first unspaced characters of a string.
 *
 * Returns the string itself when no word repeats, both bounds hold and what is not token (spaces, punctuation, invisible
 * characters) comes to at most three code points a token; otherwise the kept tokens (visible characters, NFKC, case as written)
 * with one space between them. Words that differ only in case are the same word. A string without tokens is trimmed and cut to
 * `maxUnspacedChars` code points. Doing it twice is doing it once.
 */
export function firstTokens(s: string, { maxTokens = 40, maxUnspacedChars = 80 }: TokenBounds = {}): string {
  const parts = textParts(composeText(s));
  if (parts.length === 0) return truncateCodePoints(s.trim(), maxUnspacedChars).trim();
  const seen = new Set<string>();
  const kept: string[] = [];
  let charsLeft = maxUnspacedChars;
  let tokenLength = 0;
  let isWhole = true;
  for (const { kind, text } of parts) {
    tokenLength += codePointLength(text);
    if (kind === 'word') {
      const folded = foldCase(text);
      if (seen.has(folded) || seen.size >= maxTokens) isWhole = false;
      else kept.push(text);
      if (seen.size < maxTokens) seen.add(folded);
      continue;
    }
    const cut = truncateCodePoints(text, charsLeft);
    if (cut !== '') kept.push(cut);
    if (cut === text) charsLeft -= codePointLength(cut);
    else {
      charsLeft = 0;
      isWhole = false;
    }
  }
  const otherLength = codePointLength(s) - tokenLength;
  return isWhole && otherLength <= OTHER_PER_TOKEN * parts.length ? s : kept.join(' ');
}

const OTHER_PER_TOKEN = 3;
