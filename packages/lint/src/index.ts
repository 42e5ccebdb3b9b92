/**
 * The door of @archive/lint: may this string be released?
 *
 * For the private side of the wall only: every question here needs the private text. Pure: no files, clock, randomness
 * or network. Adding a line is an API change.
 */

// Assertions
export { assertPublicSafeField } from './public-safe-field.ts';
export type { PublicSafeFieldContext } from './public-safe-field.ts';
export { assertPublicSafeMetadata } from './public-safe-metadata.ts';
export type { PublicSafeMetadataOptions } from './public-safe-metadata.ts';
export { assertSemanticProjection } from './semantic-projection.ts';
export type { SemanticProjectionContext } from './semantic-projection.ts';
export type { WindowOptions } from './lint-context.ts';

// Matchers
export { createEntityMatcher } from './entity-matcher.ts';
export type { EntityMatcher } from './entity-matcher.ts';
export { createTextMatcher } from './private-text-matcher.ts';
export type { PrivateTextMatcher, RunOptions } from './private-text-matcher.ts';
export type { RunWindow } from './run-window.ts';
export { assertQuotesNoOtherWork, createOtherWorksMatcher } from './other-works-matcher.ts';
export type { ComparedWork, OtherWorksMatcher } from './other-works-matcher.ts';
export { entityLintText } from './entity-lint-text.ts';
export type { LintedPart } from './entity-lint-text.ts';

// Review and report
export { gistCoverage, gistNeedsReview } from './gist-review.ts';
export type { GistReview, ReviewReason } from './gist-review.ts';
export type { TextLanguage, WritingScript } from './text-language.ts';
export { GIST_BUDGET_WARN_ABOVE, GistBudget } from './gist-budget.ts';
export { lintReport } from './lint-report.ts';
export type { LintFinding, LintReportOptions } from './lint-report.ts';

// Policy and terms
export { checkLintPolicy, LINT_RANGES, resolveLintPolicy } from './lint-policy.ts';
export type { ResolvedLintPolicy } from './lint-policy.ts';
export { checkLintTerms, lintWordCount } from './lint-terms.ts';
export type { TermsContext } from './lint-terms.ts';

// Sizes
export {
  COVERAGE_REVIEW_ABOVE,
  GIST_MAX_CHARS,
  GIST_NGRAM_CHARS,
  GIST_NGRAM_WORDS,
  PUBLIC_SAFE_MAX_CHARS,
  TERM_MAX_WORDS,
} from './lint-defaults.ts';

// Errors
export { PublicSafeLintError } from './public-safe-lint-error.ts';
export type { LintRule, PublicSafeLintErrorOptions } from './public-safe-lint-error.ts';
export { LintPolicyError } from './lint-policy-error.ts';
