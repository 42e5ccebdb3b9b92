/**
 * Generates the strings that break text handling: for the tests of this package only, not published.
 */
import fc from 'fast-check';

/** Strings of letters, marks, invisible characters, line ends and symbols that compose, fold or vanish. */
export function awkwardText(options: fc.StringConstraints = { maxLength: 24 }): fc.Arbitrary<string> {
  const anyCluster = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
  const unit = fc.oneof({ arbitrary: fc.constantFrom(...AWKWARD), weight: 5 }, anyCluster);
  return fc.string({ ...options, unit });
}

const AWKWARD = [
  [...'aeiIlL1|oO0mMßẞſıİςΣσrn'],
  [
    'é',
    'e\u0301',
    '\u0301',
    '\u0307',
    '\u0323',
    '\u0345',
    'ᾳ',
    'ﬁ',
    '½',
    'ⅷ',
    'Å',
    '\u212b',
    'ｶ',
    '\uff9e',
    'か\u3099',
  ],
  [
    '한',
    '\u1112',
    '\u1161',
    '\u11ab',
    '학점',
    'हि',
    'न्',
    'ข้า',
    'ำ',
    'ว',
    '東',
    '京',
    '𠮷',
    'ー',
    '々',
    'ㅎ',
    'ㅏ',
  ],
  ['\u00ad', '\u034f', '\u200b', '\u200d', '\u2060', '\ufe0f', '\u3164', '\u{e0041}', '\ufeff', '\0'],
  [
    '-',
    '\u2010',
    '-\n',
    '\u00ad\n',
    ' ',
    '\u00a0',
    '\t',
    '\n',
    '\r\n',
    '\u2028',
    '.',
    "'",
    'ʼ',
    '、',
    '。',
    '℮',
    '|',
    'а',
    'Н',
  ],
  ['🎉', '👨‍👩‍👧‍👦', '🇫🇷', '1️⃣', '\ud83d', '\udc00'],
].flat();
