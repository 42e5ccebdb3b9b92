import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { firstTokens } from './first-tokens.ts';

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

describe('firstTokens', () => {
  it.each([
    ['What is love?'],
    ['ฉันชอบกินข้าวเช้า'],
    ['東京の夜は？'],
    ['می\u200cخواهم بدانم'],
    [numbered(40)],
    ['漢'.repeat(80)],
  ])('returns an ordinary query untouched: %j', (query) => {
    expect(firstTokens(query)).toBe(query);
  });

  it.each([
    ['a repeated word, whatever its case', 'the Cat and THE dog', 'the Cat and dog'],
    ['the 41st distinct word', numbered(41), numbered(40)],
    ['the 81st unspaced character', '漢'.repeat(81), '漢'.repeat(80)],
    [
      'unspaced characters beyond the bound in a later stretch',
      `${'漢'.repeat(79)} a 字字`,
      `${'漢'.repeat(79)} a 字`,
    ],
    ['a hundred exclamation marks', `love${'!'.repeat(100)}`, 'love'],
    ['a hidden message in tag characters', `love${'\u{e0061}'.repeat(20)}`, 'love'],
  ])('drops %s', (_name, query, expected) => {
    expect(firstTokens(query)).toBe(expected);
  });

  it('cuts a query without tokens to the bound', () => {
    expect(firstTokens(` ${'🎉'.repeat(90)}`)).toBe('🎉'.repeat(80));
  });

  it('takes other bounds', () => {
    expect(firstTokens('one two three 東京都', { maxTokens: 2, maxUnspacedChars: 1 })).toBe('one two 東');
  });

  it('does once what it does twice', () => {
    fc.assert(
      fc.property(
        awkwardText({ maxLength: 30 }),
        fc.nat({ max: 4 }),
        fc.nat({ max: 6 }),
        (s, maxTokens, maxUnspacedChars) => {
          const once = firstTokens(s, { maxTokens, maxUnspacedChars });
          expect(firstTokens(once, { maxTokens, maxUnspacedChars })).toBe(once);
        },
      ),
      { numRuns: 300 },
    );
  });
});
