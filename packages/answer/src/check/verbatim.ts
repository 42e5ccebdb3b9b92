/**
 * Says whether a quotation stands in a text word for word.
 *
 * Compared is the normal form of `@archive/text`, with one form of quotation mark and dash and single spaces: what a typesetter
 * changes does not count, what a writer changes does. Punctuation and marks at the ends of a quotation belong to the sentence
 * around it. A quotation ends where words end, except in writing without spaces.
 */
import { hasUnspacedScript, normalizeText } from '@archive/text';

/** Whether the quotation occurs in the text; one without a letter or digit never does. */
export function isVerbatim(quotation: string, text: string): boolean {
  const wanted = comparable(quotation).replace(EDGES, '');
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false;
  const held = comparable(text);
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
    if (isWhole(held, at, at + wanted.length)) return true;
  }
  return false;
}

function comparable(text: string): string {
  return normalizeText(text)
    .replace(QUOTES, "'")
    .replace(DASHES, '-')
    .replace(/\u2026/gu, '...')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isWhole(text: string, from: number, to: number): boolean {
  return !partsWord(text, from) && !partsWord(text, to);
}

/** Whether a cut at a place parts a word: letters on both sides, or a letter and its mark. */
function partsWord(text: string, at: number): boolean {
  const after = text.slice(at, at + 2);
  if (/^\p{M}/u.test(after)) return true;
  const before = text.slice(Math.max(0, at - 2), at);
  if (!/[\p{L}\p{M}\p{N}]$/u.test(before) || !/^[\p{L}\p{N}]/u.test(after)) return false;
  return !(hasUnspacedScript(lastCharacter(before)) && hasUnspacedScript(firstCharacter(after)));
}

function lastCharacter(text: string): string {
  return Array.from(text).at(-1) ?? '';
}

function firstCharacter(text: string): string {
  return Array.from(text)[0] ?? '';
}

const QUOTES = /["'“”„‟‘’‚‛«»‹›「」『』｢｣〝〞〟＂]+/gu;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const EDGES = /^[\s'.,;:!?…。、，！？；：()-]+|[\s'.,;:!?…。、，！？；：()-]+$/gu;
