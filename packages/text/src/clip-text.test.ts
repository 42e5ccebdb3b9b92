import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { codePointLength, truncateCodePoints, truncateUtf8 } from './clip-text.ts';

describe('codePointLength', () => {
  it('counts code points, a lone surrogate as one', () => {
    expect(['', 'abc', '𠮷', '🎉a', '\ud83d', '\udc00\ud83d', '👨‍👩‍👧‍👦'].map(codePointLength)).toEqual([
      0, 3, 1, 2, 1, 2, 7,
    ]);
  });

  it('agrees with spreading the string', () => {
    fc.assert(
      fc.property(fc.oneof(awkwardText(), fc.string({ unit: 'binary' })), (s) => {
        expect(codePointLength(s)).toBe([...s].length);
      }),
    );
  });
});

describe('truncateCodePoints', () => {
  it.each([
    ['a family', 'ab👨‍👩‍👧‍👦c', 2, 9],
    ['a flag', 'ab🇫🇷c', 2, 4],
    ['a Han character outside the BMP', 'ab𠮷c', 2, 3],
    ['a letter and its accent', 'abe\u0301c', 2, 4],
    ['a decomposed Korean syllable', `ab${'한'.normalize('NFD')}c`, 2, 5],
    ['CRLF', 'ab\r\nc', 2, 4],
  ])('keeps or drops %s whole', (_name, text, before, after) => {
    const chars = [...text];
    const whole = (count: number): string => chars.slice(0, count).join('');
    for (let limit = before; limit <= after; limit++)
      expect(truncateCodePoints(text, limit)).toBe(whole(limit < after ? before : after));
  });

  it('cuts a long row of flags between two flags', () => {
    const flags = '🇫🇷'.repeat(50_000);
    for (const count of [1, 7, 511, 40_000]) {
      expect(truncateCodePoints(flags, count * 2)).toBe('🇫🇷'.repeat(count));
      expect(truncateCodePoints(flags, count * 2 + 1)).toBe('🇫🇷'.repeat(count));
      expect(truncateCodePoints(`漢${flags}`, count * 2)).toBe(`漢${'🇫🇷'.repeat(count - 1)}`);
    }
    expect(truncateCodePoints('🇫🇷', 1)).toBe('🇫');
  });

  it('cuts inside a cluster that is longer than the limit', () => {
    expect(truncateCodePoints('👨‍👩‍👧‍👦', 1)).toBe('👨');
    expect(truncateCodePoints(`a${'\u0301'.repeat(50)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`);
  });

  it('cuts a long text without spaces where it should and at once', () => {
    const text = `${'漢'.repeat(300_000)}👨‍👩‍👧‍👦`;
    const started = performance.now();
    expect(truncateCodePoints(text, 300_003)).toBe('漢'.repeat(300_000));
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('returns an empty string for a limit of 0 and the string itself within the limit', () => {
    expect(truncateCodePoints('abc', 0)).toBe('');
    expect(truncateCodePoints('𠮷𠮷', 2)).toBe('𠮷𠮷');
  });

  it('yields a prefix within the limit that is no more than a cluster short and splits no pair', () => {
    fc.assert(
      fc.property(awkwardText(), fc.nat({ max: 30 }), (s, limit) => {
        const cut = truncateCodePoints(s, limit);
        expect(s.startsWith(cut)).toBe(true);
        expect(codePointLength(cut)).toBeLessThanOrEqual(limit);
        expect(codePointLength(cut) + codePointLength(s.slice(cut.length))).toBe(codePointLength(s));
        expect(cut === '').toBe(s === '' || limit === 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('truncateUtf8', () => {
  it('cuts on the edge of a code point', () => {
    expect([0, 1, 2, 3, 5, 6, 9, 10].map((max) => truncateUtf8('aé東🎉', max))).toEqual([
      '',
      'a',
      'a',
      'aé',
      'aé',
      'aé東',
      'aé東',
      'aé東🎉',
    ]);
  });

  it('is the longest prefix of whole code points within the limit', () => {
    const bytes = (s: string): number => new TextEncoder().encode(s).length;
    fc.assert(
      fc.property(awkwardText(), fc.nat({ max: 60 }), (s, max) => {
        let expected = '';
        for (const char of s) {
          if (bytes(expected + char) > max) break;
          expected += char;
        }
        expect(truncateUtf8(s, max)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
