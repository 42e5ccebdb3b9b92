import { containsPhrase } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlights } from './highlights.ts';

const marked = (text: string, query: string): string[] =>
  highlights(text, query).map(([from, to]) => text.slice(from, to));

describe('highlights of what was literally asked for', () => {
  it('marks a phrase as a whole, and its words nowhere else', () => {
    const text = 'The old keeper of the Old Lighthouse, an old  lighthouse.';
    expect(marked(text, '"old lighthouse"')).toEqual(['Old Lighthouse', 'old  lighthouse']);
    expect(marked(text, 'the “old lighthouse” keepers')).toEqual([
      'keeper',
      'Old Lighthouse',
      'old  lighthouse',
    ]);
    expect(marked('昨日、東京の夜は静かだ。東京', '「東京の夜」')).toEqual(['東京の夜']);
    expect(marked('東京\n  の夜、東京。の夜', '"東京の夜"')).toEqual(['東京\n  の夜']);
    expect(marked('ข้าวเช้า', '"ข้าว"')).toEqual(['ข้าว']);
    expect(marked('ข้าวเช้า', '"ขาว"')).toEqual([]);
  });

  it('marks a phrase that is written with signs which stand for several, or with ones that nobody sees', () => {
    expect(marked('in 1.2 and ½', '"½"')).toEqual(['1.2', '½']);
    expect(marked('in 1.2 and ½', '"1/2"')).toEqual(['1.2', '½']);
    expect(marked('half ｶﾞ', '"ｶﾞ"')).toEqual(['ｶﾞ']);
    expect(marked('an old boat', '"o\u200bld boat"')).toEqual(['old boat']);
  });

  it('marks every word that begins as the question says', () => {
    expect(marked('Harbours and a harbourmaster, unharboured', 'harb*')).toEqual([
      'Harbours',
      'harbourmaster',
    ]);
    expect(marked('Harb and harbour', 'harb')).toEqual(['Harb']);
    expect(marked('The theatre', 'the*')).toEqual(['The', 'theatre']);
  });

  it('marks an identifier in whatever way the text writes it, and none of its parts', () => {
    expect(marked('ISBN 978-3-16-148410-0, page 3 of 16', '9783161484100')).toEqual(['978-3-16-148410-0']);
    expect(marked('See 3-16-148410-X.', 'isbn 978 3 16 148410 0')).toEqual(['3-16-148410-X']);
    expect(marked('ISRC US-RC1-76-07839', 'usrc17607839')).toEqual(['US-RC1-76-07839']);
    expect(marked('at https://doi.org/10.1000/ABC.d.', '10.1000/abc.d')).toEqual(['10.1000/ABC.d']);
    expect(marked('4.2.1 and 4.2.11, then 4 of 2 – 1', 'clause 4.2.1')).toEqual(['4.2.1']);
    expect(marked('4.2.1 and 4.2.11', '4.2.2')).toEqual([]);
    expect(marked('İSBN ９７８-3-16-148410-0', '9783161484100')).toEqual(['９７８-3-16-148410-0']);
  });

  it('marks a phrase wherever a text holds it, and words where it holds all of them', () => {
    const word = fc.constantFrom(
      'old',
      'Lighthouse',
      'light',
      '東京',
      '京',
      '夜',
      'ข้าว',
      'ขาว',
      'café',
      'cafe\u0301',
      '4',
      ',',
      '\n',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, phrase, (whole, asked) => {
        fc.pre(!asked.includes(',') && /[\p{L}\p{N}]/u.test(asked));
        const isMarked = highlights(whole, `"${asked}"`).length > 0;
        if (containsPhrase(whole, asked)) expect(isMarked).toBe(true);
        else if (!/[\p{sc=Han}\p{sc=Thai}]/u.test(asked)) expect(isMarked).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
