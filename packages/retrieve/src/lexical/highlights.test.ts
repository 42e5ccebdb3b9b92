import type { EvidenceHit } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlights, hitHighlights } from './highlights.ts';
import { snippet } from './snippet.ts';

const marked = (text: string, query: string): string[] =>
  highlights(text, query).map(([from, to]) => text.slice(from, to));

describe('highlights', () => {
  it('marks every form of a word that the language of the text brings together', () => {
    expect(marked('The boats and the nets of a Boat.', 'boat')).toEqual(['boats', 'Boat']);
    expect(marked('boats', 'boat')).toEqual([]);
    expect(marked('Cafe\u0301 noir', 'ＣＡＦÉ')).toEqual(['Cafe\u0301']);
  });

  it('marks words whatever their marks and particles, as far as they go in the text', () => {
    expect(marked('오늘 도서관에서는 조용히', '도서관')).toEqual(['도서관에서는']);
    expect(marked('هٰذَا كِتَـابٌ.', 'كتاب')).toEqual(['كِتَـابٌ']);
    expect(marked('בְּרֵאשִׁ֖ית בָּרָ֣א', 'ברא')).toEqual(['בָּרָ֣א']);
    expect(marked('यह हिन्दी है', 'हिंदी')).toEqual(['हिन्दी']);
    expect(marked('Η ΟΔΟΣ, η οδο\u0301ς', 'οδός')).toEqual(['ΟΔΟΣ', 'οδο\u0301ς']);
  });

  it('marks no stop word, unless the question is nothing else', () => {
    expect(marked('The boats and the nets', 'the nets')).toEqual(['nets']);
    expect(marked('To be or not', 'to be')).toEqual(['To', 'be']);
  });

  it('marks stretches of unspaced scripts, joined where they overlap', () => {
    expect(marked('昨日、東京の夜は静かだ', '東京の夜')).toEqual(['東京の夜']);
    expect(marked('東京の夜', '夜')).toEqual(['夜']);
    const sentence = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็น';
    expect(marked(sentence, 'ข้าวเช้า')).toEqual(['ข้าวเช้า']);
    expect(marked(sentence, 'ขาว')).toEqual([]);
    expect(marked(sentence, 'ข่าว')).toEqual(['ข่าว']);
  });

  it('are rising, apart, within the text, at most as many as asked for', () => {
    const piece = fc.constantFrom(
      'boat ',
      'boats, ',
      'the and ',
      '東京',
      '東',
      '夜 ',
      'ข้าว',
      '👨‍👩‍👧 ',
      '𠮷',
      '\u00ad',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.array(piece, { maxLength: 4 }),
        fc.nat(6),
        (text, query, most) => {
          const whole = text.join('');
          let last = 0;
          const found = highlights(whole, query.join(''), most);
          expect(found.length).toBeLessThanOrEqual(most);
          for (const [from, to] of found) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(whole.slice(from, to))).toBe(false);
            last = to;
          }
          expect(last).toBeLessThanOrEqual(whole.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('says nothing of a hit that shows no text (decisions 1.5)', () => {
    const hit = { exposure: 'semantic', gist: 'boats', text: 'boats' } as unknown as EvidenceHit;
    expect(hitHighlights(hit, 'boats')).toEqual([]);
    expect(hitHighlights({ exposure: 'text', text: 'boats' } as EvidenceHit, 'boats')).toEqual([[0, 5]]);
  });
});

describe('snippet', () => {
  it('marks as much as it shows of a phrase that is longer, and cuts no character in two', () => {
    const words = 'word '.repeat(90).trim();
    const { text, highlights: marks } = snippet(
      `A ${words} after. ${'Filler. '.repeat(50)}`,
      `"${words}"`,
      60,
    );
    expect([text, marks]).toEqual([words.slice(0, 60), [[0, 60]]]);
    const astral = `x${'𠮷'.repeat(90)}`;
    for (const [most, length] of [
      [60, 59],
      [61, 61],
    ] as const)
      expect(snippet(`${astral} ${'end '.repeat(50)}`, `"${astral}"`, most).text).toBe(
        astral.slice(0, length),
      );
  });

  const filler = 'Lorem ipsum dolor sit amet consectetur. '.repeat(10);

  it('gives a short text whole', () => {
    expect(snippet('The boats', 'boats')).toEqual({
      text: 'The boats',
      from: 0,
      to: 9,
      highlights: [[4, 9]],
    });
  });

  it('prefers the stretch with the most different words of the question', () => {
    const text = `${filler}net net net. ${filler}a boat with a net. ${filler}`;
    const found = snippet(text, 'boat net', 100);
    expect(found.text).toContain('a boat with a net');
    expect(found.highlights.map(([from, to]) => found.text.slice(from, to))).toEqual(['boat', 'net']);
    expect(text.slice(found.from, found.to)).toBe(found.text);
  });

  it('begins at the beginning when the text holds nothing of the question', () => {
    expect(snippet(filler, 'zebra', 60).from).toBe(0);
  });

  it('keeps its length, cuts no character and no word, and marks only what it shows', () => {
    const piece = fc.constantFrom('boat ', 'harbour, ', 'the ', '東京の夜', 'ข้าวเช้า', '👨‍👩‍👧 ', '𠮷', '🎉');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 40, max: 90 }), (pieces, most) => {
        const text = pieces.join('');
        const found = snippet(text, 'boat 東京', most);
        expect(found.text.length).toBeLessThanOrEqual(Math.max(most, 40));
        expect(text.slice(found.from, found.to)).toBe(found.text);
        expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(found.text)).toBe(false);
        expect(/(?<=[a-z])$/.test(text.slice(0, found.from)) && /^[a-z]/.test(found.text)).toBe(false);
        expect(/[a-z]$/.test(found.text) && /^[a-z]/.test(text.slice(found.to))).toBe(false);
        for (const [from, to] of found.highlights)
          expect(found.text.slice(from, to)).toMatch(/^(?:boat|東京)$/);
      }),
      { numRuns: 200 },
    );
  });
});
