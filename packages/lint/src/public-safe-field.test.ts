import { describe, expect, it } from 'vitest';
import { LintPolicyError } from './lint-policy-error.ts';
import { assertPublicSafeField } from './public-safe-field.ts';
import { createTextMatcher } from './private-text-matcher.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';
import { PRIVATE_PARAGRAPHS } from './work.fixture.ts';

const privateText = PRIVATE_PARAGRAPHS.join('\n\n');
const context = { path: 'notes/a.md', field: 'title', privateText };

/** The facts of the error a value is refused with. */
function refusal(value: string, options: Partial<Parameters<typeof assertPublicSafeField>[1]> = {}) {
  try {
    assertPublicSafeField(value, { ...context, ...options });
  } catch (error) {
    if (error instanceof PublicSafeLintError) {
      const { code, path, field, rule, positions, message, name } = error;
      return { code, path, field, rule, positions, message, name };
    }
    throw error;
  }
  return undefined;
}

describe('assertPublicSafeField', () => {
  it('returns the string unchanged', () => {
    expect(assertPublicSafeField('  Lanterns, a winter ', context)).toBe('  Lanterns, a winter ');
  });

  it('refuses a shared run by path, field and position', () => {
    expect(refusal('How the keeper counted eleven lanterns, and more')).toEqual({
      name: 'PublicSafeLintError',
      code: 'public-safe-lint',
      path: 'notes/a.md',
      field: 'title',
      rule: 'shared-run',
      positions: { unit: 'words', from: 2, to: 6 },
      message: 'notes/a.md: title shares a run with the private text at words 2–6',
    });
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  \u3000\u00a0 '],
    ['line ends', '\n'],
    ['characters nobody sees', '\u200b\u2060\u3164'],
  ])('refuses %s as blank', (_, value) => {
    expect(refusal(value)?.rule).toBe('blank');
  });

  it.each([
    ['CR', '\r'],
    ['LF', '\n'],
    ['VT', '\v'],
    ['FF', '\f'],
    ['NEL', '\u0085'],
    ['U+2028', '\u2028'],
    ['U+2029', '\u2029'],
    ['tab', '\t'],
    ['NUL', '\0'],
    ['escape', '\u001b'],
    ['DEL', '\u007f'],
    ['C1', '\u009f'],
  ])('refuses %s: one line means no control character (decisions 2.4)', (_, char) => {
    expect(refusal(`a${char}b`)).toMatchObject({ rule: 'line-break', positions: undefined });
  });

  it.each([
    ['high', 'a\ud83c'],
    ['low', '\udf89a'],
    ['reversed', '\udf89\ud83c'],
  ])('refuses a lone %s surrogate', (_, value) => {
    expect(refusal(value)?.rule).toBe('ill-formed');
  });

  it.each([
    [
      'a sentence in tag characters',
      `Lanterns${[...'hide me'].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join('')}`,
    ],
    ['a flag that spells something else', '\u{1F3F4}\u{E0068}\u{E0069}\u{E0064}\u{E0065}\u{E007F}'],
    ['bytes in variation selectors', 'Lanterns \u{1F600}\u{E0158}\u{E0155}'],
    ['a row of zero-width characters', 'Lan\u200b\u200c\u200dterns'],
    ['a quotation written backwards in an override', '\u202esnretnal nevele detnuoc\u202c'],
    ['a quotation written backwards in an isolate', '\u2067\u202bsnretnal\u202c\u2069'],
    ['an embedding', 'Lan\u202aterns'],
    ['private characters', 'Lan\ue000terns'],
    ['private characters of a later plane', 'Lan\u{f0000}terns'],
    ['an unassigned character', 'Lan\u0378terns'],
    ['a non-character', 'Lan\uffffterns'],
    ['a blank braille cell', 'Lan\u2800terns'],
  ])('refuses %s', (_, value) => {
    expect(refusal(value)?.rule).toBe('hidden-characters');
  });

  it.each([
    ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['an eye in a bubble', '👁️‍🗨️'],
    ['a Persian joiner', 'می\u200cخواهم'],
    ['an Indic joiner', 'क्\u200dष'],
    ['plain direction marks', 'שלום (HTTP)\u200f, مرحبا\u061c C++\u200e'],
    ['a variant of a Han character', '葛\u{E0100}城'],
  ])('keeps %s', (_, value) => {
    expect(refusal(value)).toBeUndefined();
  });

  it('counts its length in code points: 120 pass, 121 do not (decisions 2.4)', () => {
    expect(refusal('𠮷'.repeat(120))).toBeUndefined();
    expect(refusal('𠮷'.repeat(121))).toMatchObject({
      rule: 'too-long',
      message: 'notes/a.md: title has 121 characters, more than 120',
    });
  });

  it('only bounds the string when the text need not be asked', () => {
    expect(refusal('the keeper counted eleven lanterns', { checkText: false })).toBeUndefined();
    expect(refusal('a\nb', { checkText: false })?.rule).toBe('line-break');
  });

  it('checks blank, then line, then length, then run', () => {
    const long = 'the keeper counted eleven lanterns '.repeat(5);
    expect(refusal(`${long}\n`)?.rule).toBe('line-break');
    expect(refusal(long)?.rule).toBe('too-long');
  });

  it('takes the sizes it is given, and a matcher instead of a text', () => {
    expect(refusal('the keeper counted eleven', { ngramWords: 4 })?.positions).toEqual({
      unit: 'words',
      from: 1,
      to: 4,
    });
    expect(refusal('the keeper counted eleven lanterns', { ngramWords: 8 })).toBeUndefined();
    expect(refusal('the keeper counted eleven lanterns', { terms: ['keeper'] })).toBeUndefined();
    const matcher = createTextMatcher(privateText, { words: 3, chars: 12 });
    expect(refusal('the keeper counted', { privateText: matcher })?.positions).toEqual({
      unit: 'words',
      from: 1,
      to: 3,
    });
    expect(refusal('the keeper counted', { privateText: matcher, ngramWords: 4 })).toBeUndefined();
  });

  it('says characters for a script written without spaces', () => {
    expect(
      refusal('夜明け前に十一個のランタン', { privateText: '灯台守は夜明け前に十一個のランタンを数えた。' })
        ?.message,
    ).toBe('notes/a.md: title shares a run with the private text at characters 1–12');
  });

  it.each([
    [{ ngramWords: 2 }],
    [{ ngramWords: 9 }],
    [{ ngramWords: Number.NaN }],
    [{ ngramChars: 5 }],
    [{ ngramChars: 25 }],
    [{ maxChars: 0 }],
    [{ maxChars: Number.NaN }],
    [{ maxChars: 4096 }],
    [{ terms: ['one two three four five six seven'] }],
  ])('refuses %o: a size without a bound would let everything pass', (options) => {
    expect(() => assertPublicSafeField('Lanterns', { ...context, ...options })).toThrow(LintPolicyError);
  });
});
