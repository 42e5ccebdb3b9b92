import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as door from './index.ts';

describe('the door of @archive/lint', () => {
  it('exports these values and no others', () => {
    expect(Object.keys(door).sort()).toEqual([
      'COVERAGE_REVIEW_ABOVE',
      'GIST_BUDGET_WARN_ABOVE',
      'GIST_MAX_CHARS',
      'GIST_NGRAM_CHARS',
      'GIST_NGRAM_WORDS',
      'GistBudget',
      'LINT_RANGES',
      'LintPolicyError',
      'PUBLIC_SAFE_MAX_CHARS',
      'PublicSafeLintError',
      'TERM_MAX_WORDS',
      'assertPublicSafeField',
      'assertPublicSafeMetadata',
      'assertQuotesNoOtherWork',
      'assertSemanticProjection',
      'checkLintPolicy',
      'checkLintTerms',
      'createEntityMatcher',
      'createOtherWorksMatcher',
      'createTextMatcher',
      'entityLintText',
      'gistCoverage',
      'gistNeedsReview',
      'lintReport',
      'lintWordCount',
      'resolveLintPolicy',
    ]);
  });

  it('keeps the sizes others rely on', () => {
    expect({
      GIST_BUDGET_WARN_ABOVE: door.GIST_BUDGET_WARN_ABOVE,
      GIST_MAX_CHARS: door.GIST_MAX_CHARS,
      GIST_NGRAM_WORDS: door.GIST_NGRAM_WORDS,
      GIST_NGRAM_CHARS: door.GIST_NGRAM_CHARS,
      PUBLIC_SAFE_MAX_CHARS: door.PUBLIC_SAFE_MAX_CHARS,
      TERM_MAX_WORDS: door.TERM_MAX_WORDS,
      COVERAGE_REVIEW_ABOVE: door.COVERAGE_REVIEW_ABOVE,
      LINT_RANGES: door.LINT_RANGES,
    }).toEqual({
      GIST_BUDGET_WARN_ABOVE: 0.15,
      GIST_MAX_CHARS: 400,
      GIST_NGRAM_WORDS: 5,
      GIST_NGRAM_CHARS: 12,
      PUBLIC_SAFE_MAX_CHARS: 120,
      TERM_MAX_WORDS: 6,
      COVERAGE_REVIEW_ABOVE: 0.7,
      LINT_RANGES: {
        ngramWords: { min: 3, max: 8 },
        ngramChars: { min: 6, max: 24 },
        gistMaxChars: { min: 80, max: 800 },
      },
    });
  });
});

describe('the sources of this package', () => {
  const sources = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !/\.(test|test-d|fixture)\.ts$/.test(name),
  );
  const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

  it('make a LintedGist in one place (decisions 2.10)', () => {
    const casts = sources.flatMap((name) =>
      (read(name).match(/\bas (?:unknown as )?LintedGist\b/g) ?? []).map(() => name),
    );
    expect(casts).toEqual(['semantic-projection.ts']);
  });

  it('import nothing of Node and read no clock, chance or environment', () => {
    const impure = sources.filter((name) =>
      /from 'node:|\bprocess\.|\bDate\.now|\bnew Date\b|Math\.random|performance\./.test(read(name)),
    );
    expect(impure).toEqual([]);
  });
});
