import { describe, expect, it } from 'vitest';
import { createTextMatcher } from './private-text-matcher.ts';

const TEXT = 'The keeper counted eleven lanterns before the tide turned and went home.';
const words = (from: number, to: number) => ({ unit: 'words', from, to });
const characters = (from: number, to: number) => ({ unit: 'characters', from, to });

describe('firstRun', () => {
  const matcher = createTextMatcher(TEXT);

  it('gives the first offending window in words of the string as written, 1-based and inclusive (decisions 2.3)', () => {
    expect(matcher.firstRun('It says: the keeper counted eleven lanterns before the tide.')).toEqual(
      words(3, 7),
    );
  });

  it('lets a run one word short pass', () => {
    expect(
      matcher.firstRun('It says the keeper counted eleven, no lanterns before the tide.'),
    ).toBeUndefined();
  });

  it.each([
    ['soft hyphens', 'coun\u00adted elev\u00aden lan\u00adterns be\u00adfore the'],
    ['combining grapheme joiners', 'coun\u034fted elev\u034fen lan\u034fterns be\u034ffore the'],
    ['word joiners', 'coun\u2060ted elev\u2060en lan\u2060terns be\u2060fore the'],
    ['zero-width spaces', 'coun\u200bted elev\u200ben lan\u200bterns be\u200bfore the'],
    ['variation selectors', 'coun\ufe0fted elev\ufe0fen lan\ufe0fterns be\ufe0ffore the'],
    ['Hangul fillers', 'coun\u3164ted elev\u3164en lan\u3164terns be\u3164fore the'],
    ['tag characters', 'coun\u{E0041}ted elev\u{E0041}en lan\u{E0041}terns be\u{E0041}fore the'],
    ['bidi overrides', '\u202ecounted\u202c eleven lanterns be\u202dfore\u202c the'],
    ['Cyrillic letters', 'соuntеd еlеvеn lаntеrns bеfоrе thе'],
    ['full-width letters', 'ｃｏｕｎｔｅｄ ｅｌｅｖｅｎ ｌａｎｔｅｒｎｓ ｂｅｆｏｒｅ ｔｈｅ'],
    ['mathematical letters', '𝐜𝐨𝐮𝐧𝐭𝐞𝐝 𝑒𝑙𝑒𝑣𝑒𝑛 𝓵𝓪𝓷𝓽𝓮𝓻𝓷𝓼 𝔟𝔢𝔣𝔬𝔯𝔢 𝕥𝕙𝕖'],
    ['I and 1 for l, 0 for o', 'c0unted eIeven 1anterns bef0re the'],
    ['accents', 'çóunted éléven lánterns bêfore thé'],
    ['capitals', 'COUNTED Eleven LANTERNS bEfOrE THE'],
    ['punctuation', '“Counted”, eleven—lanterns… before/the'],
    ['hyphen joins', 'counted-eleven lanterns-before the'],
    ['decomposed accents', 'co\u0301unted eleven lanterns before the'],
    ['a Han character after every word', 'counted 海 eleven 海 lanterns 海 before 海 the'],
  ])('trips in spite of %s (decisions 2.1)', (_, disguised) => {
    expect(matcher.firstRun(`He ${disguised} rest.`)).toEqual(words(2, 6));
  });

  it('trips when the disguise is in the private text (decisions 2.1)', () => {
    const disguised = createTextMatcher('They counted e|even |anterns bеfоrе the tide');
    expect(disguised.firstRun('counted eleven lanterns before the')).toEqual(words(1, 5));
    expect(disguised.firstRun('counted e even anterns before')).toEqual(words(1, 5));
    // A bar is no letter: what looks like two words here is written as four.
    expect(matcher.firstRun('He counted e|even |anterns before the rest')).toEqual(words(2, 7));
  });

  it('joins words hyphenated over a line end, and reads them apart as well (decisions 2.1)', () => {
    const wrapped = createTextMatcher('They hid twenty-\nfive lanterns be-\r\nfore the tide came');
    expect(wrapped.firstRun('lanterns before the tide came')).toEqual(words(1, 5));
    expect(wrapped.firstRun('hid twenty-five lanterns be')).toEqual(words(1, 5));
    expect(wrapped.firstRun('They hid twentyfive lanterns before')).toEqual(words(1, 5));
  });

  it('runs across sentences and paragraphs of the text', () => {
    expect(
      createTextMatcher('He went home.\n\nThe tide turned.').firstRun('went home the tide turned'),
    ).toEqual(words(1, 5));
  });

  it('counts characters for Han and kana: 12 trip, 11 do not (decisions 2.2)', () => {
    const japanese = createTextMatcher('灯台守は夜明け前に十一個のランタンを数えた。');
    expect(japanese.firstRun('夜明け前に十一個のランタ')).toEqual(characters(1, 12));
    expect(japanese.firstRun('夜明け前に十一個のラン、')).toBeUndefined();
    expect(japanese.firstRun('彼の話、夜明け前に、十一個のランタ')).toEqual(characters(5, 17));
  });

  it('counts characters for Thai: 24 trip, 23 do not (decisions 2.2)', () => {
    const thai = createTextMatcher('ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉัน');
    const run = [...'กินข้าวเช้าทุกวันและอ่านข่าวตอน'].filter((char) => /\p{L}|\p{M}/u.test(char));
    expect(thai.firstRun(run.slice(0, 24).join(''))).toEqual(characters(1, 24));
    expect(thai.firstRun(run.slice(0, 23).join(''))).toBeUndefined();
  });

  it('never needs more than 48 characters of Thai (decisions 2.2)', () => {
    const thai = createTextMatcher('ก'.repeat(60));
    const window = { words: 5, chars: 30 };
    expect(thai.firstRun('ก'.repeat(48), { window })).toEqual(characters(1, 48));
    expect(thai.firstRun('ก'.repeat(47), { window })).toBeUndefined();
  });

  it('does not count Latin letters in characters because of one Han character (decisions 2.2)', () => {
    const mixed = createTextMatcher('An international correspondence about 海 lighthouses');
    expect(mixed.firstRun('The correspondences of an 海 internationalist')).toBeUndefined();
  });

  it('counts code points, not UTF-16 units', () => {
    const text = '𠮷𡈽𠀋𡧃𠮟𩸽𠮷𡈽𠀋𡧃𠮟𩸽';
    expect(createTextMatcher(text).firstRun(`題 ${text}`, { window: { words: 5, chars: 12 } })).toEqual(
      characters(3, 14),
    );
    expect(createTextMatcher(text).firstRun([...text].slice(0, 11).join(''))).toBeUndefined();
  });

  it('keeps Hindi words whole, so that an honest description does not trip', () => {
    const hindi = createTextMatcher('वह हर सुबह समुद्र के किनारे अकेला चलता था');
    expect(hindi.firstRun('समुद्र के किनारे')).toBeUndefined();
    expect(hindi.firstRun('हर सुबह समुद्र के किनारे')).toEqual(words(1, 5));
  });

  it('reports the earlier of a word run and a character run', () => {
    const both = createTextMatcher('one two three four five 灯台守は夜明け前に十一個の');
    expect(both.firstRun('灯台守は夜明け前に十一個 one two three four five')).toEqual(characters(1, 12));
    expect(both.firstRun('one two three four five 灯台守は夜明け前に十一個')).toEqual(words(1, 5));
  });

  it('passes over runs that stand whole in a released string', () => {
    const released = 'The Keeper Counted Eleven Lanterns';
    expect(matcher.firstRun('book-the-keeper-counted-eleven-lanterns', { released })).toBeUndefined();
    expect(matcher.firstRun('the-keeper-counted-eleven-lanterns-before', { released })).toEqual(words(2, 6));
  });

  it.each([0, 17, 1.5, Number.NaN])('refuses a window of %s words', (size) => {
    expect(() => matcher.firstRun('x', { window: { words: size, chars: 12 } })).toThrow(RangeError);
  });

  it.each([0, 49, Number.POSITIVE_INFINITY])('refuses a window of %s characters', (size) => {
    expect(() => matcher.firstRun('x', { window: { words: 5, chars: size } })).toThrow(RangeError);
  });
});

describe('declared terms (decisions 2.7)', () => {
  const text = 'He walked from Sallow Quay Ice House to the mill.';
  const matcher = createTextMatcher(text);
  const withTerms = (terms: string[]) => ({ window: { words: 5, chars: 12, terms } });

  it('add nothing to a run', () => {
    expect(
      matcher.firstRun('from Sallow Quay Ice House', withTerms(['Sallow Quay Ice House'])),
    ).toBeUndefined();
    expect(matcher.firstRun('from Sallow Quay Ice House', withTerms(['Sallow Quay']))).toBeUndefined();
  });

  it('do not end a run', () => {
    expect(
      matcher.firstRun('He walked from Sallow Quay Ice House to the', withTerms(['Sallow Quay Ice House'])),
    ).toEqual(words(1, 9));
  });

  it('count when the run reaches twice the window', () => {
    const long = createTextMatcher('a b c d e f g h i j k');
    const terms = ['a b c d e f', 'g h i j'];
    expect(long.firstRun('a b c d e f g h i', withTerms(terms))).toBeUndefined();
    expect(long.firstRun('a b c d e f g h i j', withTerms(terms))).toEqual(words(1, 10));
  });

  it('only hold where they stand whole', () => {
    expect(matcher.firstRun('Quay Ice House to the', withTerms(['Sallow Quay Ice House']))).toEqual(
      words(1, 5),
    );
  });

  it('hold for a term with a word the text does not have, and only for that word', () => {
    const other = createTextMatcher('a b c d Ice house');
    expect(other.firstRun('a b c d Ice Palace', withTerms(['Ice Palace']))).toBeUndefined();
    expect(other.firstRun('a b c d Ice Castle', withTerms(['Ice Palace']))).toEqual(words(1, 5));
  });

  it('hold for characters as well', () => {
    const japanese = createTextMatcher('昨夜は灯台港の氷室で十一個の灯を数えて待った');
    const value = '昨夜は灯台港の氷室で十一個の灯';
    expect(japanese.firstRun(value)).toEqual(characters(1, 12));
    expect(japanese.firstRun(value, withTerms(['灯台港の氷室']))).toBeUndefined();
    expect(
      japanese.firstRun('昨夜は灯台港の氷室で十一個の灯を数えて待', withTerms(['灯台港の氷室'])),
    ).toEqual(characters(1, 18));
  });
});

describe('runs', () => {
  const matcher = createTextMatcher(TEXT);

  it('gives every maximal run from left to right', () => {
    expect(
      matcher.runs('the keeper counted eleven lanterns before nightfall; the tide turned and went home'),
    ).toEqual([words(1, 6), words(8, 13)]);
  });

  it('keeps runs apart that touch and do not stand together in the text', () => {
    const apart = createTextMatcher('one two three four five. Then six seven eight nine ten.');
    expect(apart.runs('one two three four five six seven eight nine ten')).toEqual([
      words(1, 5),
      words(6, 10),
    ]);
  });

  it('gives nothing for an honest description', () => {
    expect(matcher.runs('A lighthouse and its small economies of light.')).toEqual([]);
  });

  it('gives a run found in both forms once', () => {
    const twoForms = createTextMatcher(`${TEXT} he||o`);
    expect(twoForms.runs('counted eleven lanterns before the')).toEqual([words(1, 5)]);
  });
});

describe('a matcher', () => {
  it('shows nothing of the text when printed or serialised', () => {
    const matcher = createTextMatcher(TEXT);
    matcher.firstRun('counted eleven lanterns before the');
    expect(JSON.parse(JSON.stringify(matcher))).toEqual({ window: { words: 5, chars: 12 } });
  });

  it('knows the very strings it was made from', () => {
    const matcher = createTextMatcher(TEXT);
    expect(matcher.isMadeFrom(TEXT)).toBe(true);
    expect(matcher.isMadeFrom(TEXT.slice(1))).toBe(false);
  });

  it('counts its words, unspaced stretches weighed in', () => {
    expect(createTextMatcher(`one two ${'海'.repeat(24)}`).wordCount).toBe(12);
  });
});
