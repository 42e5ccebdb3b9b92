/**
 * The numbers of a text as they are written, in one form for comparison.
 *
 * Digits of any script are one; so are the marks of thousands that cannot be anything else (spaces that do not break, apostrophes,
 * more than one comma, point or space). A single comma, point or space stays as it is written: `1,234` and `1.234` are not the
 * same number, and `3 100` may be two. A minus, a per cent mark, a mark of currency and a word such as `million` belong to their
 * number. Times, ratios, ranges and dates of digits are one token; parts of dates and of ranges of years are numbers as well.
 * Number words and Han numerals are told apart from digits; see `number-words.ts`.
 */
import type { TextFace } from '../evidence.ts';
import { numberWordsOf } from './number-words.ts';

/** The numbers a text holds. */
export interface HeldNumbers {
  /** As the text writes them, and the parts of compound ones. */
  digits: ReadonlySet<string>;
  /** Number words, and runs of Han numerals. */
  words: ReadonlySet<string>;
  /** The values of the number words. */
  values: ReadonlySet<string>;
}

/**
 * Reads the numbers of a text that may be cited.
 *
 * @param title  the title of its work: a number word may stand there as well, a number in digits may not
 */
export function heldNumbers(text: string, title = ''): HeldNumbers {
  const digits = new Set<string>();
  const words = new Map([...numberWordsOf(title), ...numberWordsOf(text)]);
  for (const token of readingsOf(text).flat()) {
    digits.add(token);
    if (token.startsWith('-')) words.set('minus', 'minus');
    for (const part of partsOf(token)) digits.add(part);
    for (const month of monthsOf(token)) words.set(month, month);
  }
  return { digits, words: new Set(words.keys()), values: new Set(words.values()) };
}

/** The numbers of a text with and without thin spaces as marks of thousands; one reading where there are none. */
function readingsOf(text: string): string[][] {
  return [numberTokens(text), ...(THIN.test(text) ? [numberTokens(text, { joinsThin: false })] : [])];
}
const THIN = /[\u00a0\u2009\u202f]/u;

/** The numbers of a passage, read once. */
export function heldNumbersIn(passage: TextFace): HeldNumbers {
  const known = HELD.get(passage) ?? heldNumbers(passage.text, passage.entity.title);
  HELD.set(passage, known);
  return known;
}
const HELD = new WeakMap<TextFace, HeldNumbers>();

/** Whether every number of a sentence is a number of one of these texts. */
export function holdsNumbers(sentence: string, held: readonly HeldNumbers[]): boolean {
  const isHeld = (token: string): boolean =>
    held.some(({ digits, values }) => digits.has(token) || values.has(token));
  const readings = readingsOf(sentence);
  return (
    readings.some((tokens) =>
      tokens.every((token) => {
        if (isHeld(token)) return true;
        const parts = partsOf(token);
        return /^\d{4}-\d{4}$/u.test(token) && parts.every(isHeld);
      }),
    ) &&
    [...numberWordsOf(sentence)].every(([word, value]) =>
      held.some(({ digits, words }) => words.has(word) || digits.has(value)),
    )
  );
}

/**
 * The numbers written in digits, in order, each in the form for comparison.
 *
 * @param options.joinsThin  whether a space that does not break is a mark of thousands; default true
 */
export function numberTokens(text: string, { joinsThin = true } = {}): string[] {
  const thin = joinsThin
    ? text.replace(/(?<=\p{Nd})[\u00a0\u2009\u202f](?=\p{Nd}{3}(?!\p{Nd}))/gu, "'")
    : text;
  const plain = plainNumbers(thin)
    .replace(/\u066b/gu, '.')
    .replace(/[\u066c\u2019'](?=\d{3}(?!\d))(?<=\d.)/gu, '');
  return Array.from(plain.matchAll(NUMBER), ({ groups = {} }) => {
    const body = (groups['body'] as string).replace(DASHES, '-').split('-').map(withoutThousands).join('-');
    const minus = groups['minus'] === undefined ? '' : '-';
    const percent = groups['percent'] === undefined ? '' : '%';
    const large = groups['magnitude'] ?? groups['short'] ?? groups['han'];
    const magnitude = large === undefined ? '' : `*${large.toLowerCase().slice(0, 7)}`;
    const rest = `${percent}${groups['part'] ?? ''}${groups['before'] ?? groups['after'] ?? ''}`;
    return `${minus}${body}${magnitude}${rest}`;
  });
}

/** A text in the form NFKC with digits of ASCII; a fraction or an exponent does not run into the digits before it. */
export function plainNumbers(text: string): string {
  return text
    .replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{Nd})/gu, ' ')
    .normalize('NFKC')
    .replace(/\s/gu, ' ')
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** The numbers that a date of digits or a range of years is made of. */
function partsOf(token: string): string[] {
  if (/^\d{4}-\d{2}-\d{2}$|^\d{1,4}\/\d{1,2}\/\d{2,4}$/u.test(token)) return token.split(/[/-]/u);
  return /^\d{4}(?:-\d{4})+$/u.test(token) ? token.split('-') : [];
}

/** The months that a date of digits may name. */
function monthsOf(token: string): string[] {
  const parts = partsOf(token);
  return parts.length === 3
    ? parts.filter((part) => Number(part) <= 12).map((part) => `month:${Number(part)}`)
    : [];
}

function withoutThousands(body: string): string {
  if (/^\d{1,3}(?: \d{3}){2,}$/u.test(body)) return body.replaceAll(' ', '');
  if (/^\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$/u.test(body)) return body.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/u.test(body)) return body.replaceAll('.', '');
  return body;
}

/** The digits of a script are ten in a row, so the zero of a digit is found by walking back. */
function asciiDigit(char: string): string {
  const codePoint = char.codePointAt(0) as number;
  if (codePoint < 0x80) return char;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before++;
  return String(before % 10);
}

const DASHES = /[\u2010-\u2013\u2212]/gu;
const ONE = String.raw`(?:\d{1,3}(?: \d{3})+(?![\d,.]?\d)|(?:(?<![\p{L}\p{N}.,])\.)?\d+(?:[.,:/]\d+)*)`;
const NUMBER = new RegExp(
  [
    /(?<before>\p{Sc})?\s?/u.source,
    /(?<minus>(?<![\p{L}\p{N}%‰])[-\u2010-\u2013\u2212]|(?<!\p{L})(?:minus|negative) )?/u.source,
    String.raw`(?<body>\d{4}-\d{2}-\d{2}(?!\d)|${ONE}(?:[-\u2010-\u2013\u2212]${ONE})*)`,
    /(?:[ -]?(?<magnitude>(?:hundred|thousand|million|billion|trillion|dozen|hundert|tausend|milliarde|milliard)(?:e?[ns])?|mill[oó]n(?:es)?|mil)(?!\p{L})|(?<short>k|bn|tn)(?!\p{L})|(?<han>[百千万萬億兆]))?/u
      .source,
    /(?:\s?(?:(?<percent>[%\u066a]|(?:per\s?cent|prozent|pour cent|por ciento)(?!\p{L}))|(?<part>[‰‱\u2032]+)|(?<after>\p{Sc})))?/u
      .source,
  ].join(''),
  'giu',
);
