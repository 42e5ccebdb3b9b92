import { describe, expect, it } from 'vitest';
import { checkLintTerms, lintWordCount } from './lint-terms.ts';

const servedStrings = ['Sallow Quay Waltz', 'We met at the Ice House, by the sea.', '灯台港の夜'];

describe('checkLintTerms (decisions 2.7)', () => {
  it('takes terms that occur in served strings, whole and in any case', () => {
    expect(() =>
      checkLintTerms(['sallow quay', 'Ice House', '灯台港'], { servedStrings, entityWordCount: 100 }),
    ).not.toThrow();
  });

  it('refuses a term that occurs in none of them, by its place', () => {
    const check = (term: string) => () =>
      checkLintTerms(['Ice House', term], { servedStrings, entityWordCount: 100 });
    expect(check('Tinder Row')).toThrow(
      'policy.lint.terms[1] occurs in no served title, name or public text',
    );
    expect(check('Sallow Quays')).toThrow('policy.lint.terms[1]');
    expect(check('Waltz We met')).toThrow('policy.lint.terms[1]');
  });

  it('allows twenty words, or two in a hundred of a longer work, together', () => {
    const terms = Array.from({ length: 11 }, () => 'Ice House');
    expect(() => checkLintTerms(terms.slice(1), { servedStrings, entityWordCount: 50 })).not.toThrow();
    expect(() => checkLintTerms(terms, { servedStrings, entityWordCount: 1099 })).toThrow(
      'policy.lint.terms has 22 words in all, more than the 21 a work of this length may declare',
    );
    expect(() => checkLintTerms(terms, { servedStrings, entityWordCount: 1100 })).not.toThrow();
  });

  it('takes no terms without asking for anything', () => {
    expect(() => checkLintTerms([], { servedStrings: [], entityWordCount: 0 })).not.toThrow();
  });
});

describe('lintWordCount', () => {
  it('counts 12 characters of Han or kana, and 24 of Thai, as 5 words', () => {
    expect(lintWordCount('one, two-three')).toBe(3);
    expect(lintWordCount('海'.repeat(12))).toBe(5);
    expect(lintWordCount('ก'.repeat(24))).toBe(5);
    expect(lintWordCount('one 海')).toBe(2);
    expect(lintWordCount('')).toBe(0);
  });
});
