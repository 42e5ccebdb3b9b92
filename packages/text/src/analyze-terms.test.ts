import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTerms, type AnalyzedTerm } from './analyze-terms.ts';

const terms = (text: string): string[] => analyzeTerms(text).terms.map(({ term }) => term);
const ofKind = (text: string, kind: AnalyzedTerm['kind']): string[] =>
  analyzeTerms(text)
    .terms.filter((each) => each.kind === kind)
    .map(({ written }) => written);

describe('analyzeTerms', () => {
  it('stems words in the language the text is in, and says as what they were written', () => {
    const { terms: found, language } = analyzeTerms('The boats and the nets');
    expect(language).toBe('en');
    expect(found.map(({ term, written }) => [term, written])).toEqual([
      ['the', 'the'],
      ['boat', 'boats'],
      ['and', 'and'],
      ['the', 'the'],
      ['net', 'nets'],
    ]);
    expect(terms('boats nets')).toEqual(['boats', 'nets']);
    expect(analyzeTerms('boats', { language: 'en' }).terms[0]?.term).toBe('boat');
    expect(terms('die Boote und die Netze')).toEqual(['die', 'boot', 'und', 'die', 'netz']);
  });

  it('makes no difference between composed and decomposed, wide and narrow, large and small', () => {
    for (const [a, b] of [
      ['Café Ünder', 'cafe\u0301 u\u0308nder'],
      ['ＣＡＦＥ １２', 'cafe 12'],
      ['학점인정', '학점인정'.normalize('NFD')],
      ['ﾊﾟﾝ', 'パン'],
      ['น้ำ', 'น้ํา'],
    ] as const)
      expect(terms(a)).toEqual(terms(b));
  });

  it('keeps marks in their word as it is written, and gives words of a script that differ by marks one term', () => {
    expect(ofKind('हिन्दी किताब', 'word')).toEqual(['हिन्दी', 'किताब']);
    expect(terms('हिन्दी किताब')).toEqual(['हिंदी', 'किताब']);
    expect(terms('οδός the and')).toEqual(['οδοσ', 'the', 'and']);
  });

  it('cuts Chinese and Japanese into overlapping pairs, and a last single character', () => {
    expect(ofKind('東京の夜', 'gram')).toEqual(['東京', '京の', 'の夜']);
    expect(ofKind('東京の夜', 'tail')).toEqual(['夜']);
    expect(ofKind('夜', 'short')).toEqual(['夜']);
    expect(ofKind('𠮷野', 'gram')).toEqual(['𠮷野']);
  });

  it('cuts Thai into overlapping triples of letters with their marks, so that no word in the middle is lost', () => {
    const sentence = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร';
    const grams = new Set(ofKind(sentence, 'gram'));
    expect(ofKind('ข้าวเช้า', 'gram')).toEqual(['ข้าว', 'าวเ', 'วเช้', 'เช้า']);
    for (const gram of ofKind('ข้าวเช้า', 'gram')) expect(grams).toContain(gram);
    for (const name of ['กรุงเทพ', 'มหานคร', 'อ่านข่าว'])
      for (const gram of ofKind(name, 'gram')) expect(grams).toContain(gram);
  });

  it('never lets ขาว, ข่าว and ข้าว be one another', () => {
    const [white, news, rice] = ['ขาว', 'ข่าว', 'ข้าว'].map(terms) as [string[], string[], string[]];
    expect(white.filter((term) => news.includes(term) || rice.includes(term))).toEqual(['าว', 'ว']);
    expect(ofKind('ขาว', 'gram')).toEqual(['ขาว']);
    expect(ofKind('ข่าว', 'gram')).toEqual(['ข่าว']);
    expect(ofKind('ข้าว', 'gram')).toEqual(['ข้าว']);
  });

  it('lets every stretch of an unspaced text begin some gram', () => {
    const letter = fc.constantFrom(...'ขาวเชกรงโ', 'ข่', 'ช้');
    fc.assert(
      fc.property(
        fc.array(letter, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: 1, max: 3 }),
        (letters, at, size) => {
          const from = at % letters.length;
          const stretch = letters.slice(from, from + size).join('');
          const all = terms(letters.join(''));
          // A stretch that begins with a mark would be half a letter.
          expect(
            /^\p{M}/u.test(stretch) || all.some((term) => term.startsWith(stretch.normalize('NFKC'))),
          ).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds identifiers and their words as well', () => {
    expect(terms('clause 4.2.1')).toEqual(['clause', '4', '2', '1', '#4.2.1']);
  });
});
