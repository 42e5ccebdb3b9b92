/**
 * The numbers of a text as they are written, in one form for comparison.
 *
 * Digits of any script are one; so are the marks of thousands that cannot be anything else (spaces, apostrophes, more than one
 * comma or point). A single comma or point stays as it is written: `1,234` and `1.234` are not the same number. A minus, a per cent
 * mark and a mark of currency belong to their number. Times, ratios and dates of digits are one token, and their parts are
 * numbers as well. Number words and Han numerals are told apart from digits; see `NUMBER_WORDS`.
 */
import { normalizeWords } from '@archive/text';
import { NUMBER_WORDS } from './number-words.ts';

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
  for (const token of numberTokens(text)) {
    digits.add(token);
    if (COMPOUND.test(token)) for (const part of token.split(/[:/-]/u)) digits.add(part);
  }
  const words = new Set([...numberWords(text), ...numberWords(title)]);
  return { digits, words, values: new Set([...words].map((word) => NUMBER_WORDS.get(word) ?? word)) };
}

/** Whether every number of a sentence is a number of one of these texts. */
export function holdsNumbers(sentence: string, held: readonly HeldNumbers[]): boolean {
  return (
    numberTokens(sentence).every((token) =>
      held.some(({ digits, values }) => digits.has(token) || values.has(token)),
    ) &&
    numberWords(sentence).every((word) =>
      held.some(({ digits, words }) => words.has(word) || digits.has(NUMBER_WORDS.get(word) ?? word)),
    )
  );
}

/** The numbers written in digits, in order, each in the form for comparison. */
export function numberTokens(text: string): string[] {
  // A fraction or an exponent that is one character must not run into the digits before it.
  const apart = text.replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{Nd})/gu, ' ').normalize('NFKC');
  const plain = apart
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/\u066b/gu, '.')
    .replace(/[\u066c\u2019'](?=\d{3}(?!\d))(?<=\d.)/gu, '');
  return Array.from(plain.matchAll(NUMBER), ({ groups = {} }) => {
    const body = groups['body'] as string;
    const minus = groups['minus'] === undefined ? '' : '-';
    const percent = groups['percent'] === undefined ? '' : '%';
    return `${minus}${withoutThousands(body)}${percent}${groups['before'] ?? groups['after'] ?? ''}`;
  });
}

/** The words that are numbers, and runs of Han numerals but a lone one. */
function numberWords(text: string): string[] {
  const words = normalizeWords(text).filter((word) => NUMBER_WORDS.has(word));
  const numerals = Array.from(text.normalize('NFKC').matchAll(HAN_NUMERALS), ([run]) => run).filter(
    (run) => run !== '一',
  );
  return [...words, ...numerals];
}

function withoutThousands(body: string): string {
  if (/^\d{1,3}(?: \d{3})+(?!\d)/u.test(body)) return body.replaceAll(' ', '');
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

const COMPOUND = /[:/-](?<=\d.)(?=\d)/u;
const NUMBER = new RegExp(
  [
    /(?<before>\p{Sc})?\s?/u.source,
    /(?<minus>(?<![\p{L}\p{N}])[-\u2212])?/u.source,
    /(?<body>\d{4}-\d{2}-\d{2}(?!\d)|\d{1,3}(?: \d{3})+(?![\d,.]?\d)|\d+(?:[.,:/]\d+)*)/u.source,
    /(?:\s?(?:(?<percent>[%\u066a]|(?:per\s?cent|prozent|pour cent|por ciento)(?!\p{L}))|(?<after>\p{Sc})))?/u
      .source,
  ].join(''),
  'giu',
);
const HAN_NUMERALS = /[〇零一二三四五六七八九十百千万億兆萬億壹貳參两兩]+/gu;
