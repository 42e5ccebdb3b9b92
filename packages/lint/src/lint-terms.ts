/**
 * Bounds the terms a work declares: words its description may share with it because they are public anyway.
 *
 * A term is only worth its exemption when a reader can already meet it, so each must occur in something served, and all
 * together stay a small part of the work (decisions 2.7). What a term does to a run is decided in `private-text-matcher`.
 */
import { analyze, containsPhrase } from '@archive/text';
import {
  GIST_NGRAM_CHARS,
  GIST_NGRAM_WORDS,
  TERMS_MAX_SHARE,
  TERMS_MIN_ALLOWANCE_WORDS,
} from './lint-defaults.ts';
import { LintPolicyError } from './lint-policy-error.ts';

/** What the terms of a work are checked against. */
export interface TermsContext {
  /** Every served title, name and public text of the archive. */
  readonly servedStrings: Iterable<string>;
  /** Words of the whole work, as {@link lintWordCount} counts them. */
  readonly entityWordCount: number;
}

/**
 * Checks the declared terms of a work against what is served and against the size of the work.
 *
 * Call it where both are known, at the build; the number of words in each term is checked by `checkLintPolicy`.
 * Cost: linear in the served strings for each term.
 *
 * @throws {LintPolicyError} when the terms together have more than 2 % of the words of the work or 20, whichever is more,
 *   and for a term that occurs, as whole words, in none of the served strings
 */
export function checkLintTerms(
  terms: readonly string[],
  { servedStrings, entityWordCount }: TermsContext,
): void {
  const allowance = Math.max(TERMS_MIN_ALLOWANCE_WORDS, Math.floor(entityWordCount * TERMS_MAX_SHARE));
  const words = terms.reduce((sum, term) => sum + lintWordCount(term), 0);
  if (words > allowance) {
    throw new LintPolicyError({
      field: 'policy.lint.terms',
      problem: `has ${words} words in all, more than the ${allowance} a work of this length may declare`,
      help: 'keep the names and titles a description cannot do without',
    });
  }
  const missing = new Set(terms.keys());
  for (const served of servedStrings) {
    if (missing.size === 0) return;
    for (const at of missing) {
      if (containsPhrase(served, terms[at] as string)) missing.delete(at);
    }
  }
  for (const at of missing) {
    throw new LintPolicyError({
      field: `policy.lint.terms[${at}]`,
      problem: 'occurs in no served title, name or public text',
      help: 'publish it first, or remove the term',
    });
  }
}

/**
 * Counts the words of a text, with stretches written without spaces counted in words of equal weight.
 *
 * As many characters as make a default run count as a default run of words: 12 of Han or kana, 24 of Thai, are 5 words.
 */
export function lintWordCount(text: string): number {
  const [{ words, cjk, sea }] = analyze(text).forms;
  const unspaced =
    (cjk.items.length / GIST_NGRAM_CHARS + sea.items.length / (2 * GIST_NGRAM_CHARS)) * GIST_NGRAM_WORDS;
  return words.items.length + Math.ceil(unspaced);
}
