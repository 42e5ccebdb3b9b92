import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { normalizeText } from './normalize-text.ts';

describe('normalizeText', () => {
  it.each([
    ['soft hyphen', '\u00ad'],
    ['combining grapheme joiner', '\u034f'],
    ['Arabic letter mark', '\u061c'],
    ['Hangul choseong filler', '\u115f'],
    ['Hangul jungseong filler', '\u1160'],
    ['Hangul filler', '\u3164'],
    ['halfwidth Hangul filler', '\uffa0'],
    ['Mongolian variation selector', '\u180b'],
    ['Mongolian vowel separator', '\u180e'],
    ['Mongolian variation selector four', '\u180f'],
    ['zero-width space', '\u200b'],
    ['zero-width non-joiner', '\u200c'],
    ['zero-width joiner', '\u200d'],
    ['right-to-left mark', '\u200f'],
    ['right-to-left override', '\u202e'],
    ['word joiner', '\u2060'],
    ['isolate', '\u2068'],
    ['reserved ignorable', '\u2065'],
    ['deprecated format', '\u206f'],
    ['variation selector', '\ufe0f'],
    ['byte order mark', '\ufeff'],
    ['interlinear anchor', '\ufff9'],
    ['tag letter', '\u{e0061}'],
    ['variation selector supplement', '\u{e0101}'],
    ['control', '\u0007'],
    ['NUL', '\0'],
    ['C1 control', '\u0099'],
  ])('removes a %s from inside a word (decisions 2.1)', (_name, hidden) => {
    expect(normalizeText(`pri${hidden}vate${hidden} sen${hidden}${hidden}tence`)).toBe('private sentence');
  });

  it('composes a letter and its accent across an invisible character', () => {
    expect(normalizeText('cafe\u200b\u0301')).toBe('café');
  });

  it('keeps white space, line ends and punctuation', () => {
    expect(normalizeText('a\tb\r\nc\u0085d\u2028e,  f.')).toBe('a\tb\r\nc\u0085d\u2028e,  f.');
  });

  it.each([
    ['hyphen', 'seam-\nless', 'seamless'],
    ['hyphen, spaces and CRLF', 'seam- \t\r\n  less', 'seamless'],
    ['U+2010', 'seam\u2010\nless', 'seamless'],
    ['non-breaking hyphen', 'seam\u2011\nless', 'seamless'],
    ['soft hyphen', 'seam\u00ad\nless', 'seamless'],
    ['soft hyphen and a zero-width space', 'seam\u00ad\u200b \nless', 'seamless'],
    ['line separator', 'seam-\u2028less', 'seamless'],
    ['form feed', 'seam-\fless', 'seamless'],
    ['accented letters', 'e\u0301-\ne\u0301', 'éé'],
    ['two joins in one word', 'se-\nam-\nless', 'seamless'],
    ['a mark at the start of the next line', 'seame-\n\u0301', 'seamé'],
    ['halves of a Korean syllable', '\u1112-\n\u1161', '하'],
  ])('joins a word broken over a line end: %s (decisions 2.1)', (_name, broken, whole) => {
    expect(normalizeText(broken)).toBe(whole);
  });

  it.each([
    ['a hyphen inside a line', 'one-two'],
    ['a dash before a line end', 'one —\ntwo'],
    ['a hyphen after a space', 'one -\ntwo'],
    ['two hyphens', 'one--\ntwo'],
    ['digits', '1914-\n1918'],
    ['a paragraph break', 'one-\n\ntwo'],
  ])('does not join %s', (_name, text) => {
    expect(normalizeText(text)).toBe(text);
  });

  it.each([
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['I\u0307stanbul', 'istanbul'],
    ['ısı', 'isi'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['Σίσυφος', 'σίσυφοσ'],
    ['ﬁne', 'fine'],
    ['Ｆｕｌｌ', 'full'],
    ['𝐁𝐨𝐥𝐝', 'bold'],
    ['ǅ', 'dž'],
  ])('folds the case of %s without a locale', (written, folded) => {
    expect(normalizeText(written)).toBe(folded);
  });

  it('takes a run of a million soft hyphens in linear time', () => {
    const started = performance.now();
    expect(normalizeText(`a${'\u00ad'.repeat(1_000_000)}b`)).toBe('ab');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('is the same for every code point however it is cased, decomposed or already normalised', () => {
    const odd: string[] = [];
    for (const char of everyCodePoint()) {
      const normal = normalizeText(char);
      const twins = [normal, char.normalize('NFD'), char.toUpperCase(), char.toLowerCase()];
      if (twins.some((twin) => normalizeText(twin) !== normal)) odd.push(char);
    }
    expect(odd).toEqual([]);
  });

  it('normalises once what it normalises twice, and ignores NFC or NFD of the input', () => {
    fc.assert(
      fc.property(awkwardText(), (s) => {
        const normal = normalizeText(s);
        expect(normalizeText(normal)).toBe(normal);
        expect(normalizeText(s.normalize('NFC'))).toBe(normal);
        expect(normalizeText(s.normalize('NFD'))).toBe(normal);
      }),
      { numRuns: 300 },
    );
  });
});

function* everyCodePoint(): Generator<string> {
  for (let codePoint = 0; codePoint < 0x32400; codePoint++) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield String.fromCodePoint(codePoint);
  }
  for (let codePoint = 0xe0000; codePoint < 0xe1000; codePoint++) yield String.fromCodePoint(codePoint);
}
