import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, paragraphs } from './passage.ts';

const filler = (name: string): string => `${name} ${'goes on and on '.repeat(20)}`.trim();

describe('excerpt', () => {
  it('leaves a short text whole', () => {
    expect(excerpt('  One.\n\nTwo.  ', 'two')).toEqual({
      text: 'One.\n\nTwo.',
      marks: [[6, 9]],
      isWhole: true,
    });
  });

  it('is the part that has most of what was asked for, marked, and says what is left out', () => {
    const text = [
      filler('First'),
      filler('An eel'),
      filler('The eel in a willow basket'),
      filler('Last'),
    ].join('\n\n');
    const shown = (question: string): string[] => {
      const { text: part, marks, isWhole } = excerpt(text, question);
      expect([isWhole, part.length < 430]).toEqual([false, true]);
      expect(part).toMatch(/^… [^…]*…$/);
      return marks.map(([from, to]) => part.slice(from, to));
    };
    expect(shown('eel basket')).toEqual(['eel', 'eel', 'basket']);
    expect(shown('“willow basket” eel')).toEqual(['eel', 'eel', 'willow basket']);
    expect(shown('"in a willow"')).toEqual(['in a willow']);
    expect(excerpt(text, 'zebra').text).toMatch(/^First .*…$/s);
    expect(excerpt(text, 'last').text).toMatch(/^… .*Last goes on/s);
  });

  it('is shorter where a script needs fewer characters for the same', () => {
    const japanese = '港の音は朝に変わる。'.repeat(100);
    expect(Array.from(excerpt(japanese, '').text).length).toBeLessThan(260);
  });

  it('cuts no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 900 }), (text) => {
        expect(excerpt(text, 'a').text).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 50 },
    );
  });
});

describe('paragraphs', () => {
  it('marks stretches, over the end of a paragraph too, and escapes everything', async () => {
    expect(
      String(
        await paragraphs('An Eel & eels.\n\n<b>EEL</b>', [
          [3, 6],
          [9, 19],
        ]),
      ),
    ).toBe(
      '<p dir="auto" lang="">An <mark>Eel</mark> &amp; <mark>eels.</mark></p>\n<p dir="auto" lang=""><mark>&lt;b&gt;</mark>EEL&lt;/b&gt;</p>\n',
    );
    expect(String(await paragraphs('東京の夜', [[2, 4]]))).toContain('東京<mark>の夜</mark>');
  });

  it('loses and adds no character of the text', async () => {
    const place = fc.nat({ max: 60 });
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), place, place, async (text, one, other) => {
        const plain = String(await paragraphs(text));
        const withMarks = String(await paragraphs(text, [[Math.min(one, other), Math.max(one, other)]]));
        expect(withMarks.replace(/<\/?mark>/g, '')).toBe(plain);
      }),
      { numRuns: 200 },
    );
  });
});
