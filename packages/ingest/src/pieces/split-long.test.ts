import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointLength, offsetAfter } from './code-points.ts';
import { splitLong } from './split-long.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, '');
const lengths = (parts: string[]): number[] => parts.map(codePointLength);

describe('splitLong', () => {
  it('returns a text that fits as it is, and nothing for a blank one', () => {
    expect(splitLong('a\n\nb', 10)).toEqual(['a\n\nb']);
    expect(splitLong('12345', 5)).toEqual(['12345']);
    expect(splitLong(' \n\n ', 5)).toEqual([]);
  });

  it('packs whole paragraphs up to the bound', () => {
    expect(splitLong('aaaa\n\nbbbb\n\ncccc\n\ndddd', 10)).toEqual(['aaaa\n\nbbbb', 'cccc\n\ndddd']);
    expect(splitLong('aaaa\n\nbbbbb\n\ncccc', 10)).toEqual(['aaaa', 'bbbbb', 'cccc']);
  });

  it('does not leave a heading alone when what follows does not fit beside it', () => {
    expect(splitLong('Head\n\none two three. four five six.', 24)).toEqual([
      'Head\n\none two three.',
      'four five six.',
    ]);
  });

  it('cuts a long paragraph after a sentence, else a clause, else a blank', () => {
    expect(splitLong('One two four. Three five six', 18)).toEqual(['One two four.', 'Three five six']);
    expect(splitLong('He said "no." Then he went off', 18)).toEqual(['He said "no."', 'Then he went off']);
    expect(splitLong('one two three, four five six', 18)).toEqual(['one two three,', 'four five six']);
    expect(splitLong('one two three four', 10)).toEqual(['one two', 'three four']);
  });

  it('cuts five thousand Chinese characters at full stops, and without any still in bounded parts', () => {
    const stops = '漢字を書く人の手。'.repeat(556).slice(0, 5000);
    const parts = splitLong(stops, 1000);
    expect(parts.every((part) => part.endsWith('。') || part === parts.at(-1))).toBe(true);
    expect(Math.max(...lengths(parts))).toBeLessThanOrEqual(1000);
    const bare = splitLong('漢'.repeat(5000), 1000);
    expect(lengths(bare)).toEqual([1000, 1000, 1000, 1000, 1000]);
  });

  it.each(['、', '，', '；', '：', '……', '！', '？', '。」', '！」'])('cuts after %s', (mark) => {
    expect(splitLong(`${'漢'.repeat(14)}${mark}${'字'.repeat(16)}`, 20)).toEqual([
      `${'漢'.repeat(14)}${mark}`,
      '字'.repeat(16),
    ]);
  });

  it('cuts Thai between words, never inside a syllable', () => {
    const thai = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร';
    const parts = splitLong(thai, 20);
    expect(parts.join('')).toBe(thai);
    for (const part of parts) expect(part).not.toMatch(/^[\p{M}]/u);
    const edges = new Set(
      [...new Intl.Segmenter('und', { granularity: 'word' }).segment(thai)].map(({ index }) => index),
    );
    let at = 0;
    for (const part of parts) {
      expect(edges.has(at)).toBe(true);
      at += part.length;
    }
  });

  it.each(['🎉', '👨‍👩‍👧‍👦', '🇫🇷', '𠮷', 'é̂'])('never cuts through %s, wherever the bound falls', (glyph) => {
    for (let before = 0; before < 12; before += 1) {
      const text = `${'漢'.repeat(20 + before)}${glyph}${'字'.repeat(30)}${glyph}${'字'.repeat(9)}`;
      const parts = splitLong(text, 30);
      expect(parts.join('')).toBe(text);
      expect(
        parts
          .filter((part) => part.includes(glyph))
          .join('')
          .split(glyph).length - 1,
      ).toBe(2);
      for (const part of parts) expect(part).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    }
  });

  it('handles one line of many megabytes in linear time', () => {
    const start = Date.now();
    const parts = splitLong('a sentence that goes on. '.repeat(400_000), 6000);
    expect(parts.length).toBeGreaterThan(1600);
    expect(splitLong('x'.repeat(3_000_000), 6000)).toHaveLength(500);
    expect(Date.now() - start).toBeLessThan(20_000);
  });

  it('loses and repeats nothing but white space, and keeps the bound (property)', () => {
    const unit = fc.constantFrom(
      'a',
      'b ',
      '. ',
      '漢',
      '。',
      '🎉',
      '👨‍👩‍👧‍👦',
      '\n',
      '\n\n',
      'é',
      ' ',
      'ข้าว',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 120 }), fc.integer({ min: 12, max: 60 }), (units, max) => {
        const text = units.join('');
        const parts = splitLong(text, max);
        expect(squeeze(parts.join(''))).toBe(squeeze(text));
        for (const part of parts) {
          expect(codePointLength(part)).toBeLessThanOrEqual(max);
          expect(part.trim()).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('code points', () => {
  it('counts and steps over pairs as one', () => {
    expect(codePointLength('a🎉𠮷')).toBe(3);
    expect(codePointLength('\ud83c')).toBe(1);
    expect(offsetAfter('a🎉b', 0, 2)).toBe(3);
    expect(offsetAfter('ab', 1, 9)).toBe(2);
  });
});
