/**
 * What a chapter heading says about its place: "Chapter XII", "Part Two", "第三章", "Prologue".
 */
import type { Locator } from '@archive/contract';

/** A division of a book, from coarse to fine; `chapter` is always the finest. */
export type DivisionScheme = 'volume' | 'book' | 'part' | 'act' | 'chapter';

/**
 * The place a heading names: a numbered division, or a part of a book that has a name of its own. `rest` is what follows
 * the number, its punctuation included.
 */
export type HeadingPlace =
  | { kind: 'division'; scheme: DivisionScheme; value: string; rest: string }
  | { kind: 'named'; value: string };

const DIVISION_WORDS: Readonly<Record<string, DivisionScheme>> = {
  chapter: 'chapter',
  chap: 'chapter',
  ch: 'chapter',
  part: 'part',
  book: 'book',
  volume: 'volume',
  vol: 'volume',
  act: 'act',
  canto: 'chapter',
  letter: 'chapter',
  stave: 'chapter',
  kapitel: 'chapter',
  teil: 'part',
  buch: 'book',
  chapitre: 'chapter',
  partie: 'part',
  livre: 'book',
  capítulo: 'chapter',
  capitulo: 'chapter',
  parte: 'part',
  libro: 'book',
};
const NAMED: ReadonlySet<string> = new Set(
  'prologue epilogue preface foreword introduction afterword appendix interlude intermezzo postscript dedication contents glossary index notes acknowledgements acknowledgments coda prelude'.split(
    ' ',
  ),
);

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const HAN_DIGITS = '〇一二三四五六七八九';

const ROMAN = /^(?=[ivxlcdm])m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanNumber(text: string): number | undefined {
  if (!ROMAN.test(text)) return undefined;
  let total = 0;
  let previous = 0;
  for (const letter of [...text.toLowerCase()].reverse()) {
    const value = ROMAN_VALUES[letter] ?? 0;
    total += value < previous ? -value : value;
    previous = Math.max(previous, value);
  }
  return total;
}

function spelledNumber(text: string): number | undefined {
  const word = text.toLowerCase().replace(/[\s-]+/g, '-');
  for (const list of [UNITS, ORDINALS]) {
    const at = list.indexOf(word);
    if (at > 0) return at;
  }
  const [tens = '', unit] = word.replace(/ieth$/, 'y').split('-');
  const base = TENS.indexOf(tens) * 10;
  if (base < 20) return undefined;
  if (unit === undefined) return base;
  const rest = Math.max(UNITS.indexOf(unit), ORDINALS.indexOf(unit));
  return rest >= 1 && rest <= 9 ? base + rest : undefined;
}

function hanNumber(text: string): number | undefined {
  if (!/^[〇零一二三四五六七八九十百千]+$/.test(text)) return undefined;
  const digits = text.replaceAll('零', '〇');
  if (!/[十百千]/.test(digits)) return Number([...digits].map((digit) => HAN_DIGITS.indexOf(digit)).join(''));
  let total = 0;
  let digit = 0;
  for (const char of digits) {
    const unit = { 十: 10, 百: 100, 千: 1000 }[char];
    if (unit === undefined) digit = HAN_DIGITS.indexOf(char);
    else {
      total += Math.max(digit, 1) * unit;
      digit = 0;
    }
  }
  return total + digit;
}

/**
 * Reads a number as a chapter heading writes it: digits (any width), Roman, an English word, Han numerals.
 *
 * @returns the number in plain digits, or undefined when it is none of these
 */
export function chapterNumber(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (/^\d{1,6}$/.test(plain)) return String(Number(plain));
  const value = romanNumber(plain) ?? spelledNumber(plain) ?? hanNumber(plain);
  return value === undefined ? undefined : String(value);
}

const NUMBER_WORD =
  '[\\p{L}\\p{N}〇]+(?:[ -](?:one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))?';
const WORD_NUMBER = new RegExp(
  `^(?:the\\s+)?(${Object.keys(DIVISION_WORDS).join('|')})\\.?\\s+(?:the\\s+)?(${NUMBER_WORD})(?=$|[\\s.:,;—–-])`,
  'iu',
);
const NUMBER_WORD_FIRST = new RegExp(
  `^(?:the\\s+)?(${NUMBER_WORD})\\s+(chapter|part|book|volume|act)\\b`,
  'iu',
);
const HAN_DIVISION = /^第\s*([〇零一二三四五六七八九十百千\d０-９]+)\s*(章|回|話|节|節|部|巻|卷|篇|編|幕)/u;
const BARE_NUMBER = /^([\p{L}\p{N}〇]+)[.．]?$/u;

/**
 * Reads the place that a heading names.
 *
 * @returns undefined when it names none, as a chapter with a title of its own
 */
export function headingPlace(heading: string): HeadingPlace | undefined {
  const text = heading.normalize('NFKC').trim();
  const worded = WORD_NUMBER.exec(text);
  const first = worded === null ? NUMBER_WORD_FIRST.exec(text) : null;
  const [word, number] = worded !== null ? [worded[1], worded[2]] : [first?.[2], first?.[1]];
  if (word !== undefined && number !== undefined) {
    const value = chapterNumber(number);
    const scheme = DIVISION_WORDS[word.toLowerCase()];
    const rest = text.slice((worded ?? first)?.[0].length);
    if (value !== undefined && scheme !== undefined) return { kind: 'division', scheme, value, rest };
  }
  const han = HAN_DIVISION.exec(text);
  const hanValue = han === null ? undefined : chapterNumber(han[1] ?? '');
  if (han !== null && hanValue !== undefined) {
    return {
      kind: 'division',
      scheme: '部巻卷篇編'.includes(han[2] ?? '') ? 'part' : han[2] === '幕' ? 'act' : 'chapter',
      value: hanValue,
      rest: text.slice(han[0].length),
    };
  }
  const bare = BARE_NUMBER.exec(text)?.[1];
  // "I" alone is a numeral; so are "IV" and "12", but no other single word is.
  const bareValue =
    bare === undefined || bare !== bare.toUpperCase() || spelledNumber(bare) !== undefined
      ? undefined
      : chapterNumber(bare);
  if (bareValue !== undefined) return { kind: 'division', scheme: 'chapter', value: bareValue, rest: '' };
  const named = text.toLowerCase().replace(/[.:]$/, '');
  return NAMED.has(named) ? { kind: 'named', value: named } : undefined;
}

/** The locator step of a named part of a book: "prologue" is a note, as it has no number. */
export function namedStep(value: string): Locator {
  return { scheme: 'note', value: value.charAt(0).toUpperCase() + value.slice(1) };
}
