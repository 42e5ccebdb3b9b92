import { describe, expect, it } from 'vitest';
import { LintPolicyError } from './lint-policy-error.ts';
import { checkLintPolicy, resolveLintPolicy } from './lint-policy.ts';

describe('checkLintPolicy (decisions 2.4)', () => {
  it('says nothing of a policy that is absent, at the defaults, or stricter', () => {
    expect(checkLintPolicy(undefined)).toEqual([]);
    expect(checkLintPolicy({ ngramWords: 5, ngramChars: 12, gistMaxChars: 400 })).toEqual([]);
    expect(
      checkLintPolicy({ ngramWords: 3, ngramChars: 6, gistMaxChars: 80, terms: ['Sallow Quay'] }),
    ).toEqual([]);
  });

  it('warns of every size looser than its default', () => {
    expect(checkLintPolicy({ ngramWords: 8, ngramChars: 24, gistMaxChars: 800 })).toEqual([
      'policy.lint.ngramWords is looser than the default: 8 instead of 5',
      'policy.lint.ngramChars is looser than the default: 24 instead of 12',
      'policy.lint.gistMaxChars is looser than the default: 800 instead of 400',
    ]);
  });

  it.each([
    ['ngramWords', [2, 9, 5.5, Number.NaN, Number.POSITIVE_INFINITY], 'from 3 to 8'],
    ['ngramChars', [5, 25, 12.5, Number.NaN, -12], 'from 6 to 24'],
    ['gistMaxChars', [79, 801, Number.NaN], 'from 80 to 800'],
  ] as const)('refuses %s out of its range', (size, values, range) => {
    for (const value of values) {
      expect(() => checkLintPolicy({ [size]: value })).toThrow(
        `policy.lint.${size} is not a whole number ${range}`,
      );
    }
  });

  it('refuses a size that is text, as a file may state it', () => {
    expect(() => checkLintPolicy({ ngramWords: '5' as unknown as number })).toThrow(LintPolicyError);
  });

  it('refuses a term without a word or with more than six, by its place (decisions 2.7)', () => {
    expect(() => checkLintPolicy({ terms: ['one', '—'] })).toThrow('policy.lint.terms[1] has no word');
    expect(checkLintPolicy({ terms: ['one two three four five six'] })).toEqual([]);
    expect(() => checkLintPolicy({ terms: ['one two three four five six seven'] })).toThrow(
      'policy.lint.terms[0] has more than 6 words',
    );
    expect(checkLintPolicy({ terms: ['海'.repeat(14)] })).toEqual([]);
    expect(() => checkLintPolicy({ terms: ['海'.repeat(15)] })).toThrow(
      'policy.lint.terms[0] has more than 6 words',
    );
  });
});

describe('resolveLintPolicy', () => {
  it('fills in the defaults', () => {
    expect(resolveLintPolicy(undefined)).toEqual({
      ngramWords: 5,
      ngramChars: 12,
      gistMaxChars: 400,
      terms: [],
    });
    expect(resolveLintPolicy({ ngramWords: 4, terms: ['x'] })).toEqual({
      ngramWords: 4,
      ngramChars: 12,
      gistMaxChars: 400,
      terms: ['x'],
    });
  });

  it('refuses what the check refuses', () => {
    expect(() => resolveLintPolicy({ ngramWords: 1000 })).toThrow(LintPolicyError);
  });
});
