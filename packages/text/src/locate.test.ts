import { describe, expect, it } from 'vitest';
import { analyze, type UnitKind } from './analyze.ts';
import { locate } from './locate.ts';

const at = (text: string, form: 0 | 1, kind: UnitKind, first: number, last: number): unknown =>
  locate(analyze(text), { form, kind, first, last });

describe('locate', () => {
  it('counts words from 1, both ends inclusive (decisions 2.3)', () => {
    expect(at('one, two — three four', 0, 'words', 1, 3)).toEqual({ unit: 'words', from: 2, to: 4 });
  });

  it('counts only words of spaced scripts, whatever stands between them', () => {
    expect(at('one 東京 two ไทย three', 0, 'words', 0, 2)).toEqual({ unit: 'words', from: 1, to: 3 });
  });

  it('counts a word broken over a line end or by invisible characters once', () => {
    expect(at('one tw-\no th\u00adree four', 0, 'words', 2, 3)).toEqual({ unit: 'words', from: 3, to: 4 });
  });

  it('counts a word with a mark inside once', () => {
    expect(at('x\u030cyz हिन्दी three', 0, 'words', 1, 2)).toEqual({ unit: 'words', from: 2, to: 3 });
  });

  it('maps a unit of the second form to the words it is made of', () => {
    const text = 'say he||o |now| world';
    expect(analyze(text).forms[1].words.items).toEqual(['say', 'hello', 'lnowl', 'world']);
    expect(at(text, 1, 'words', 1, 1)).toEqual({ unit: 'words', from: 2, to: 3 });
    expect(at(text, 1, 'words', 2, 3)).toEqual({ unit: 'words', from: 4, to: 5 });
  });

  it('counts a word with marks of another script once', () => {
    expect(at('one kัeัep o\u3099n', 0, 'words', 1, 2)).toEqual({ unit: 'words', from: 2, to: 3 });
  });

  it('counts words drawn in symbols', () => {
    expect(at('one 🅺🅴🅴🅿🅴🆁 🅲🅰🅼🅴', 1, 'words', 1, 2)).toEqual({ unit: 'words', from: 2, to: 3 });
  });

  it('counts in another string with other code points in the same places', () => {
    const run = { form: 0, kind: 'words', first: 1, last: 2 } as const;
    expect(locate(analyze('\u200b two \u200bthree \u200b four'), run, '1 two 2three 4 four')).toEqual({
      unit: 'words',
      from: 3,
      to: 5,
    });
  });

  it('counts a word with a modifier apostrophe once, though it is two units', () => {
    expect(at('we donʼt know', 0, 'words', 2, 3)).toEqual({ unit: 'words', from: 2, to: 3 });
  });

  it('counts code points of the stretch as written, punctuation and invisible characters included', () => {
    expect(at('x 春は、\u200bあけぼの', 0, 'cjk', 1, 3)).toEqual({ unit: 'characters', from: 2, to: 6 });
  });

  it('starts again at each stretch', () => {
    expect(at('春は word あけぼの', 0, 'cjk', 3, 4)).toEqual({ unit: 'characters', from: 2, to: 3 });
  });

  it('counts on from the stretch in which the run begins when it continues over a word', () => {
    expect(at('春は w あけ', 0, 'cjk', 1, 2)).toEqual({ unit: 'characters', from: 2, to: 6 });
  });

  it('counts a character outside the BMP and a half-width kana with its mark as written', () => {
    expect(at('𠮷𠮷ｶﾞｲ', 0, 'cjk', 1, 3)).toEqual({ unit: 'characters', from: 2, to: 5 });
  });

  it('counts Thai code points, marks included', () => {
    expect(at('ข้าวเช้า', 0, 'sea', 4, 7)).toEqual({ unit: 'characters', from: 5, to: 8 });
  });

  it.each([
    [0, 5],
    [3, 1],
    [-1, 0],
  ])('refuses units %i to %i that are not there', (first, last) => {
    expect(() => at('one two three', 0, 'words', first, last)).toThrow(RangeError);
  });
});
