/**
 * Says when a description that passed the lint still needs a person before it is released.
 *
 * The lint sees shared runs. A close paraphrase, a translation and an encoded passage have none; these three measures
 * ask for a look and decide nothing (decisions 2.8).
 */
import { looksEncoded } from './encoded-tokens.ts';
import { COVERAGE_REVIEW_ABOVE } from './lint-defaults.ts';
import { createTextMatcher, type PrivateTextMatcher } from './private-text-matcher.ts';
import { isInAnotherLanguage } from './text-language.ts';

/** Why a person must look: it follows the source too closely, is in another language, or holds encoded-looking words. */
export type ReviewReason = 'coverage' | 'language' | 'encoded';

/** Whether a gist needs a person before release, and why. */
export interface GistReview {
  /** Whether there is any reason. */
  readonly review: boolean;
  /** In the order coverage, language, encoded; empty when no review is needed. */
  readonly reasons: ReviewReason[];
}

/**
 * The largest share of a gist's content words that one place of the source holds in the same order; 0 to 1.
 *
 * The place is a window of twice as many content words as the gist has; the share is the longest common subsequence
 * divided by the gist's content words. 0 when the gist has none.
 *
 * @param source  the text the gist describes, or a matcher made from it (which measures many gists for one reading)
 */
export function gistCoverage(gist: string, source: string | PrivateTextMatcher): number {
  return matcherOf(source).coverage(gist);
}

/**
 * Says whether a gist needs review before release although no run trips: coverage above 0.7, another language than the
 * source, or encoded-looking words.
 */
export function gistNeedsReview(gist: string, source: string | PrivateTextMatcher): GistReview {
  const matcher = matcherOf(source);
  const reasons: ReviewReason[] = [];
  if (matcher.coverage(gist, COVERAGE_REVIEW_ABOVE) > COVERAGE_REVIEW_ABOVE) reasons.push('coverage');
  if (isInAnotherLanguage(gist, matcher.language)) reasons.push('language');
  if (looksEncoded(gist)) reasons.push('encoded');
  return { review: reasons.length > 0, reasons };
}

function matcherOf(source: string | PrivateTextMatcher): PrivateTextMatcher {
  return typeof source === 'string' ? createTextMatcher(source) : source;
}
