import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from './normalize-text.ts';
import { scriptKey } from './script-key.ts';

const keyOf = (written: string): string => scriptKey(normalizeText(written));

describe('scriptKey', () => {
  it.each([
    [
      'Korean particles',
      ['도서관', '도서관에서', '도서관은', '도서관에서는', '도서관의', '도서관까지만', '도서관들을'],
    ],
    ['Korean after a vowel', ['학교', '학교를', '학교는', '학교와', '학교로', '학교에게', '학교부터']],
    ['Korean of one syllable', ['책', '책을', '책이', '책에서', '책으로']],
    ['Korean particles after other letters', ['API', 'API를', 'API와', 'API에서']],
    ['Arabic vowel signs and tatweel', ['كتاب', 'كِتَابٌ', 'كتـــاب', 'کتاب']],
    ['Arabic alefs', ['احمد', 'أحمد', 'إحمد', 'آحمد', 'ٱحمد']],
    ['Hebrew points and cantillation', ['בראשית', 'בְּרֵאשִׁית', 'בְּרֵאשִׁ֖ית']],
    ['Hindi nasals', ['हिंदी', 'हिन्दी']],
    ['Hindi nasals of other rows', ['संबंध', 'सम्बन्ध']],
    ['Hindi nukta, in one code point or two', ['क़लम', 'क\u093cलम', 'कलम']],
    ['Hindi candrabindu', ['माँ', 'मां']],
    ['Greek capitals and sigma', ['οδός', 'ΟΔΟΣ', 'οδοσ', 'ὁδός']],
    ['Russian yo and stress', ['ёлка', 'елка', 'ЁЛКА', 'е\u0301лка']],
  ])('is one for %s', (_, spellings) => {
    const keys = new Set(spellings.map(keyOf));
    expect([...keys]).toHaveLength(1);
  });

  it.each([
    ['가을', '가'],
    ['마을', '마'],
    ['나이', '나'],
    ['지도', '지'],
    ['회의', '회'],
    ['결과', '결'],
    ['국가', '국'],
    ['جزء', 'جز'],
    ['على', 'علي'],
    ['جنم', 'جم'],
    ['जन्म', 'जंम'],
    ['अन्न', 'अंन'],
    ['й', 'и'],
    ['má', 'ma'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('leaves a word of Latin letters, digits, Han or Thai as it is, and makes no empty key', () => {
    for (const word of ['boats', 'café', 'việt', '1984', '図書館', 'ข้าว', 'ـ'])
      expect(scriptKey(word)).toBe(word);
  });

  it('is its own key', () => {
    const letters = fc.constantFrom(
      ...'도서관에은는을를이가와과의만들로으부터까지게학교책',
      ...'كتابأإآٱىيی\u0640\u064e\u0651',
      ...'בראש\u05b0\u05bc\u0596',
      ...'हनमङञणकपतद\u093c\u094d\u0901\u0902',
      ...'αάᾳϊῒςσёеи\u0301\u0306ab1',
    );
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 9 }), (chars) => {
        const word = normalizeText(chars.join(''));
        fc.pre(word !== '');
        const key = scriptKey(word);
        expect(key).not.toBe('');
        expect(scriptKey(key)).toBe(key);
        expect(normalizeText(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });
});
