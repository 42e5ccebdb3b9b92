import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { containsPhrase, matchesName, phraseFinder } from './contains-phrase.ts';
import { normalizeWords } from './words.ts';

const THAI = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร';

describe('containsPhrase', () => {
  it.each([
    ['東京の夜', '東京'],
    ['東京の夜', '夜'],
    ['新東京Tower', '東京 Tower'],
    ['村上春樹', '村上 春樹'],
    ['村上\n春樹', '村上春樹'],
    [THAI, 'ข้าวเช้า'],
    [THAI, 'ข่าว'],
    ['ສະບາຍດີປະເທດລາວ', 'ປະເທດ'],
    ['ភាសាខ្មែរ', 'ខ្មែរ'],
    ['မြန်မာဘာသာ', 'ဘာသာ'],
    ['The Grand-Hôtel', 'grand hôtel'],
    ['the grand hotel', 'Grand\u00a0HOTEL'],
    ['학점인정'.normalize('NFD'), '학점인정'],
    ['a private\u00ad matter', 'priv\u200bate matter'],
    ['हिन्दी किताब', 'किताब'],
  ])('finds in %j the phrase %j', (haystack, needle) => {
    expect(containsPhrase(haystack, needle)).toBe(true);
  });

  it.each([
    ['Co Writer', 'rite'],
    ['two one', 'one two'],
    ['one and two', 'one two'],
    ['東京の夜', '京東'],
    ['東、京', '東京'],
    ['東京都 Tower', '東京 Tower'],
    ['ขาว', 'ข่าว'],
    ['ขาว', 'ข้าว'],
    ['ข่าว', 'ขาว'],
    ['ข่าว', 'ข้าว'],
    ['ข้าว', 'ขาว'],
    ['ข้าว', 'ข่าว'],
    ['ข้าว', 'ข'],
    ['ข้าว', '้าว'],
    ['हिन्दी', 'हिन्'],
    ['résumé', 'resume'],
    ['anything', ''],
    ['anything', ' —!'],
    ['', 'anything'],
  ])('does not find in %j the phrase %j', (haystack, needle) => {
    expect(containsPhrase(haystack, needle)).toBe(false);
  });

  it('agrees with a search for whole words in a padded string when all scripts put spaces', () => {
    const words = fc.array(fc.constantFrom('one', 'two', 'three', 'on', 'Straße', 'e\u0301té'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, words, (haystack, needle) => {
        const padded = (list: string[]): string => ` ${normalizeWords(list.join(' ')).join(' ')} `;
        const expected = needle.length > 0 && padded(haystack).includes(padded(needle));
        expect(containsPhrase(haystack.join(', '), needle.join(' '))).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('finds every string that has a token in itself, in NFC and NFD', () => {
    fc.assert(
      fc.property(awkwardText({ minLength: 1, maxLength: 12 }), (s) => {
        const hasToken = containsPhrase(s, s);
        fc.pre(hasToken);
        expect(containsPhrase(s.normalize('NFD'), s)).toBe(true);
        expect(containsPhrase(s, s.normalize('NFD'))).toBe(true);
        expect(containsPhrase(`start, ${s}, end`, s)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('phraseFinder', () => {
  it('says of each needle what containsPhrase says', () => {
    const strings = fc.array(awkwardText({ maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(strings, strings, (needles, others) => {
        const haystack = [...others, ...needles.slice(1)].join(' ');
        const expected = needles.map((needle) => containsPhrase(haystack, needle));
        expect(phraseFinder(needles)(haystack)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

describe('matchesName', () => {
  it.each([
    ['Co Writer', 'writer', true],
    ['Ana María López', 'maría lópez', true],
    ['村上春樹', '春樹', true],
    ['Co Writer', 'rite', false],
    ['Co Writer', 'writer co', false],
    ['Ana María López', 'ana lópez', false],
    ['Co Writer', '', false],
  ])('says whether %j answers to %j: %j (decisions 3.3)', (stored, wanted, expected) => {
    expect(matchesName(stored, wanted)).toBe(expected);
  });
});
