/**
 * Says whether a quotation stands in a text word for word.
 *
 * Compared is the normal form of `@archive/text`, with one form of quotation mark and dash and single spaces: what a typesetter
 * changes does not count, what a writer changes does. Punctuation and marks at the ends of a quotation belong to the sentence
 * around it, but for what belongs to a number: no sign, no decimals, no per cent and no currency is cut off. A quotation ends
 * where words end, except in writing without spaces.
 */
import { hasUnspacedScript, normalizeText } from '@archive/text';
import type { TextFace } from '../evidence.ts';

/** Whether the quotation occurs in the text; one without a letter or digit never does. */
export function isVerbatim(quotation: string, text: string): boolean {
  return standsIn(quotation, comparable(text));
}

/** The same for a passage, whose form for comparison is made once. */
export function isVerbatimIn(quotation: string, passage: TextFace): boolean {
  const known = COMPARABLE.get(passage) ?? comparable(passage.text);
  COMPARABLE.set(passage, known);
  return standsIn(quotation, known);
}
const COMPARABLE = new WeakMap<TextFace, string>();

function standsIn(quotation: string, held: string): boolean {
  const wanted = withoutEdges(comparable(quotation));
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false;
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
    if (isWhole(held, at, at + wanted.length)) return true;
  }
  return false;
}

/** The form in which texts are compared; superscripts and fractions stay apart from the digits before them. */
export function comparable(text: string): string {
  return normalizeText(text.replace(/(?<=\p{N})(?=\p{No})|(?<=\p{No})(?=\p{Nd})/gu, '^').replace(QUOTES, "'"))
    .replace(/'+/gu, "'")
    .replace(DASHES, '-')
    .replace(/\u2026/gu, '...')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A comparable text without the punctuation at its ends; a sign or a point before a digit stays. */
export function withoutEdges(text: string): string {
  return text.replace(FIRST_EDGE, '').replace(LAST_EDGE, '');
}

function isWhole(text: string, from: number, to: number): boolean {
  return !partsWord(text, from) && !partsWord(text, to) && !partsNumber(text, from, to);
}

/** Whether a cut at a place parts a word: letters on both sides, or a letter and its mark. */
function partsWord(text: string, at: number): boolean {
  const after = text.slice(at, at + 2);
  if (/^\p{M}/u.test(after)) return true;
  const before = text.slice(Math.max(0, at - 2), at);
  if (!/[\p{L}\p{M}\p{N}]$/u.test(before) || !/^[\p{L}\p{N}]/u.test(after)) return false;
  return !(hasUnspacedScript(lastCharacter(before)) && hasUnspacedScript(firstCharacter(after)));
}

/** Whether what is cut out leaves a part of its first or last number behind. */
function partsNumber(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 3), from);
  if (/^\p{Nd}/u.test(text.slice(from, from + 2)) && FRONT_OF_NUMBER.test(before)) return true;
  return /\p{Nd}$/u.test(text.slice(Math.max(0, to - 2), to)) && REST_OF_NUMBER.test(text.slice(to, to + 3));
}

function lastCharacter(text: string): string {
  return Array.from(text).at(-1) ?? '';
}

function firstCharacter(text: string): string {
  return Array.from(text)[0] ?? '';
}

/** Every mark of quotation; a prime after a digit is a foot, a minute or an inch. */
const QUOTES =
  /(?:[\p{Pi}\p{Pf}\p{Quotation_Mark}\u275b-\u2760\u02ba\u02ee\u00b4\u05f4]|(?<!\p{N}|\p{N}[\u2032\u2033])[\u2032-\u2036])+/gu;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const EDGE = "[\\s'.,;:!?…。、，！？；：()-]";
const FIRST_EDGE = new RegExp(`^(?:(?![-.,]\\p{Nd})${EDGE})+`, 'u');
const LAST_EDGE = new RegExp(`(?<!${EDGE})${EDGE}+$`, 'u');
const FRONT_OF_NUMBER = /(?:\p{Nd}[.,:/-]|(?<![\p{L}\p{M}])[-.]|\p{Sc} ?|\^)$/u;
const REST_OF_NUMBER = /^(?:[.,:/-]\p{Nd}| ?[%‰‱٪\p{Sc}]|\^)/u;
