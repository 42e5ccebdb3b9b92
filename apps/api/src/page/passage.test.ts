import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, paragraphs, wordsOf } from './passage.ts';

const filler = (name: string): string => `${name} ${'goes on and on '.repeat(20)}`.trim();

describe('excerpt', () => {
  it('leaves a short text whole', () => {
    expect(excerpt('  One.\n\nTwo.  ', ['two'])).toBe('One.\n\nTwo.');
  });

  it('begins with the paragraph that has most of the words, and says what is left out', () => {
    const text = [
      filler('First'),
      filler('An eel'),
      filler('The eel in a willow basket'),
      filler('Last'),
    ].join('\n\n');
    expect(excerpt(text, ['eel', 'basket'])).toMatch(/^… The eel in a willow basket .*…$/s);
    expect(excerpt(text, ['first', 'eel'])).toMatch(/^First .*…$/s);
    expect(excerpt(text)).toMatch(/^First /);
    expect(excerpt(text, ['last'])).toBe(`… ${filler('Last')}`);
  });

  it('is shorter where a script needs fewer characters for the same', () => {
    const japanese = '港の音は朝に変わる。'.repeat(100);
    expect(Array.from(excerpt(japanese)).length).toBeLessThan(260);
  });

  it('cuts no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 900 }), (text) => {
        expect(excerpt(text)).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 50 },
    );
  });
});

describe('wordsOf', () => {
  it('takes the words of a question that are worth finding, each once', () => {
    expect(wordsOf('What did the EELS say of it, the eels?')).toEqual(['did', 'eels', 'say']);
    expect(wordsOf('海の調律')).toEqual(['海の調律']);
    expect(wordsOf('.*(a|b)+ \\p{L}')).toEqual([]);
  });
});

describe('paragraphs', () => {
  it('marks whole words, whatever their case, and escapes the rest', async () => {
    expect(String(await paragraphs('An Eel & eels.\n\n<b>EEL</b>', ['eel']))).toBe(
      '<p dir="auto" lang="">An <mark>Eel</mark> &amp; eels.</p>\n<p dir="auto" lang="">&lt;b&gt;<mark>EEL</mark>&lt;/b&gt;</p>\n',
    );
    expect(String(await paragraphs('東京の夜', ['の夜']))).toContain('東京<mark>の夜</mark>');
  });

  it('loses and adds no character of the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), fc.string({ maxLength: 20 }), async (text, question) => {
        const plain = String(await paragraphs(text));
        const withMarks = String(await paragraphs(text, wordsOf(question)));
        expect(withMarks.replace(/<\/?mark>/g, '')).toBe(plain);
      }),
      { numRuns: 200 },
    );
  });
});
