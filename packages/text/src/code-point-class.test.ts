import { describe, expect, it } from 'vitest';
import { APOSTROPHE_LIKE, CJK, classOf, LETTER, LETTER_LIKE, MARK, OTHER, SEA } from './code-point-class.ts';
import { skeletonFold, foldSkeleton } from './skeleton.ts';

describe('classOf', () => {
  it.each([
    ['Latin, Greek, Hangul, Devanagari letters and digits', 'aΩ한हد7٣', LETTER],
    ['accents and vowel signs of spaced scripts', '\u0301\u093f\u0591', MARK],
    ['Han, kana, Bopomofo, Yi, iteration and length marks', '東𠮷あカㄅꀀ々〇ー\u3099', CJK],
    ['Tangut, Nushu and Khitan', '\u{17000}\u{1b170}\u{18b00}', CJK],
    ['radicals and strokes that stand for characters', '⻅㇐', CJK],
    ['Thai, Lao, Khmer, Myanmar, Tibetan, Javanese, Balinese', 'ข\u0e49ລខက\u0f40\ua98f\u1b05', SEA],
    ['Tai Tham, New Tai Lue, Tai Le, Tai Viet', '\u1a20\u1980\u1950\uaa80', SEA],
    ['Thai and Tibetan digits', '๓༣', SEA],
    ['symbols that look like letters', '|℮×🇫', LETTER_LIKE],
    ['modifier apostrophes', 'ʼʻˊ', APOSTROPHE_LIKE],
    ['spaces, punctuation and other symbols', ' .,—-、。་🎉%\ud800', OTHER],
  ])('puts %s in one class (decisions 2.2)', (_name, chars, expected) => {
    expect([...chars].map((char) => classOf(char.codePointAt(0) as number))).toEqual(
      [...chars].map(() => expected),
    );
  });

  it('gives the same answer twice, cached or not', () => {
    for (const codePoint of [0x41, 0x6771, 0x20bb7, 0x10ffff])
      expect(classOf(codePoint)).toBe(classOf(codePoint));
  });

  it('holds no unspaced character whose two comparison forms differ', () => {
    const differing: string[] = [];
    for (let codePoint = 0; codePoint < 0x32400; codePoint++) {
      const kind = classOf(codePoint);
      const char = String.fromCodePoint(codePoint);
      if ((kind === CJK || kind === SEA) && foldSkeleton(char) !== skeletonFold(char)) differing.push(char);
    }
    expect(differing).toEqual([]);
  });
});
