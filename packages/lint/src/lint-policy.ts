/**
 * Holds the sizes a work may choose for its lint within their ranges.
 *
 * A window without a bound would switch the lint off from a front matter (decisions 2.4), so a size out of range is an
 * error wherever the lint runs, and a looser one than the default is a warning the build prints.
 */
import type { LintPolicy } from '@archive/contract/private';
import { GIST_MAX_CHARS, GIST_NGRAM_CHARS, GIST_NGRAM_WORDS, TERM_MAX_WORDS } from './lint-defaults.ts';
import { LintPolicyError } from './lint-policy-error.ts';
import { lintWordCount } from './lint-terms.ts';

/** A lint policy with every default filled in. */
export interface ResolvedLintPolicy {
  /** Words in a shared run, 3 to 8. */
  readonly ngramWords: number;
  /** Characters in a shared run of an unspaced script, 6 to 24. */
  readonly ngramChars: number;
  /** Longest gist in code points, 80 to 800. */
  readonly gistMaxChars: number;
  /** Words a gist may share with its source; empty when none are declared. */
  readonly terms: readonly string[];
}

/** Lowest and highest value of each size, both allowed (decisions 2.4). */
export const LINT_RANGES = {
  ngramWords: { min: 3, max: 8 },
  ngramChars: { min: 6, max: 24 },
  gistMaxChars: { min: 80, max: 800 },
} as const;

/**
 * Checks the lint policy of a work and returns a warning, one sentence each, for every size looser than its default.
 *
 * @throws {LintPolicyError} for a size that is no whole number in its range, and for a term without a word or with more
 *   than six; terms are named by their place in the list
 */
export function checkLintPolicy(policy: LintPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const warnings: string[] = [];
  for (const [size, byDefault] of Object.entries(DEFAULTS) as [keyof typeof DEFAULTS, number][]) {
    const value = policy[size];
    if (value === undefined) continue;
    const { min, max } = LINT_RANGES[size];
    const field = `policy.lint.${size}`;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new LintPolicyError({
        field,
        problem: `is not a whole number from ${min} to ${max}`,
        help: `leave it out for ${byDefault}`,
      });
    }
    if (value > byDefault)
      warnings.push(`${field} is looser than the default: ${value} instead of ${byDefault}`);
  }
  for (const [at, term] of (policy.terms ?? []).entries()) {
    const words = lintWordCount(term);
    if (words >= 1 && words <= TERM_MAX_WORDS) continue;
    throw new LintPolicyError({
      field: `policy.lint.terms[${at}]`,
      problem: words === 0 ? 'has no word' : `has more than ${TERM_MAX_WORDS} words`,
      help: 'declare names and titles only',
    });
  }
  return warnings;
}

/**
 * Fills in the defaults of a lint policy.
 *
 * @throws {LintPolicyError} as {@link checkLintPolicy} does
 */
export function resolveLintPolicy(policy: LintPolicy | undefined): ResolvedLintPolicy {
  checkLintPolicy(policy);
  return {
    ngramWords: policy?.ngramWords ?? GIST_NGRAM_WORDS,
    ngramChars: policy?.ngramChars ?? GIST_NGRAM_CHARS,
    gistMaxChars: policy?.gistMaxChars ?? GIST_MAX_CHARS,
    terms: policy?.terms ?? [],
  };
}

const DEFAULTS = {
  ngramWords: GIST_NGRAM_WORDS,
  ngramChars: GIST_NGRAM_CHARS,
  gistMaxChars: GIST_MAX_CHARS,
} as const;
