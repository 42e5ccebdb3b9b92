import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { foldForSearch, hasUnspacedScript, normalizeWords } from './words.ts';

describe('normalizeWords', () => {
  it.each([
    ["Don't stop", ['don', 't', 'stop']],
    ['it\u00b4s', ['it', 's']],
    ['one-two three\u2010four', ['one', 'two', 'three', 'four']],
    ['हिन्दी की किताब', ['हिन्दी', 'की', 'किताब']],
    ['Tiếng Việt', ['tiếng', 'việt']],
    ['½ cup', ['1', '2', 'cup']],
    ['학점인정 신청', ['학점인정', '신청']],
    ['می\u200cخواهم', ['میخواهم']],
    ['  \n—…', []],
    ['', []],
  ])('cuts %j into %j', (text, words) => {
    expect(normalizeWords(text)).toEqual(words);
  });

  it('finds the same words in NFC and NFD (problem report: a query misses a decomposed body)', () => {
    expect(normalizeWords('학점인정 été'.normalize('NFD'))).toEqual(['학점인정', 'été']);
  });

  it('ignores NFC or NFD and yields words that are their own words', () => {
    fc.assert(
      fc.property(awkwardText(), (s) => {
        const words = normalizeWords(s);
        expect(normalizeWords(s.normalize('NFD'))).toEqual(words);
        expect(normalizeWords(words.join(' '))).toEqual(words);
      }),
      { numRuns: 200 },
    );
  });
});

describe('foldForSearch', () => {
  it('joins the normalised words with one space', () => {
    expect(foldForSearch('  The “Grand-Hôtel”,\n Room 7 ')).toBe('the grand hôtel room 7');
  });
});

describe('hasUnspacedScript', () => {
  it.each([
    ['東京', true],
    ['a 𠮷 b', true],
    ['ภาษาไทย', true],
    ['བོད་ཡིག', true],
    ['ꦗꦮ', true],
    ['English, français, Ελληνικά, русский, עברית, العربية, हिन्दी', false],
    ['한국어', false],
    ['、。「」', false],
    ['', false],
  ])('says of %j: %j', (text, expected) => {
    expect(hasUnspacedScript(text)).toBe(expected);
  });
});
