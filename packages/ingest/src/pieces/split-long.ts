/**
 * Cuts a long text into parts of a bounded length, without overlap.
 *
 * Paragraphs are packed whole as long as they fit. A paragraph that is longer than the bound is cut at the last end of
 * a sentence, else of a clause, else at a blank, else between words of a script without blanks, else between two
 * characters as a reader counts them; never inside one. Lengths are code points.
 */
import { codePointLength, offsetAfter } from './code-points.ts';

/** Longest fragment in code points unless a book says otherwise. */
export const MAX_FRAGMENT_CHARS = 6_000;

const SENTENCE_END = /[.!?…]["'”’»)\]]*(?=\s)|[。．！？｡…‥][」』”’）〕】》〉]*|[।॥။៕۔؟](?=\s|$)?/g;
const CLAUSE_END = /[,;:—–](?=\s)|[、，；：،؛·・](?=.)|\n/g;
/** How far back from the bound a good place is looked for, as a share of the bound. */
const LOOK_BACK = 0.5;
/** An opening below this share of the bound takes a part of the next paragraph rather than standing alone. */
const SHORT_SHARE = 0.25;
/** How much longer than the even share a part may be, so that paragraphs need not be cut to make parts even. */
const EVEN_SLACK = 1.25;
const TAIL_UNITS = 200;
const AFTER_UNITS = 64;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** The end of the last match of `pattern` in `window` at or after `least`; 0 when there is none. */
function lastEnd(window: string, pattern: RegExp, least: number): number {
  let end = 0;
  pattern.lastIndex = least;
  for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
    end = match.index + match[0].length;
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return end;
}

/** Says whether a cut at `at` would part a character from the marks that belong to it. */
function partsGrapheme(text: string, at: number): boolean {
  return /^[\p{M}\u200D]/u.test(text.slice(at, at + 2)) || text.charCodeAt(at - 1) === 0x200d;
}

/** How many UTF-16 units of `text`, from its start, make the next part of at most `limit` units. */
function cutAt(text: string, limit: number): number {
  const window = text.slice(0, limit);
  const least = Math.floor(limit * (1 - LOOK_BACK));
  for (const end of [
    lastEnd(window, SENTENCE_END, least),
    lastEnd(window, CLAUSE_END, least),
    window.search(/\s\S*$/),
  ]) {
    if (end > 0 && !partsGrapheme(text, end)) return end;
  }
  // Segmenters are slow on long strings, so they see the tail; what follows the bound shows where its last unit ends.
  const tailStart = Math.max(0, limit - TAIL_UNITS);
  const tail = text.slice(tailStart, limit + AFTER_UNITS);
  for (const segmenter of [words, graphemes]) {
    let best = 0;
    for (const { index } of segmenter.segment(tail)) if (tailStart + index <= limit) best = index;
    if (best > 0) return tailStart + best;
  }
  return limit;
}

/** Cuts a paragraph into parts of at most `maxChars`, the first of at most `firstMax`; white space at the cuts is dropped. */
function splitParagraph(paragraph: string, firstMax: number, maxChars: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (from < paragraph.length) {
    const bound = offsetAfter(paragraph, from, parts.length === 0 ? firstMax : maxChars);
    const end =
      bound === paragraph.length
        ? bound
        : from + cutAt(paragraph.slice(from, bound + AFTER_UNITS), bound - from);
    const part = paragraph.slice(from, end).trim();
    if (part !== '') parts.push(part);
    from = end;
    while (from < paragraph.length && /\s/.test(paragraph.charAt(from))) from += 1;
  }
  return parts;
}

/**
 * Cuts `text` at blank lines, and paragraphs that are too long inside, into parts of at most `maxChars` code points.
 *
 * The parts are about even, so that none is a scrap; a short opening, such as a heading, is not left alone when what
 * follows does not fit beside it.
 *
 * @param maxChars  at least 1
 * @returns the parts in order, none blank; the text itself when it fits
 */
export function splitLong(text: string, maxChars: number = MAX_FRAGMENT_CHARS): string[] {
  const total = codePointLength(text);
  if (total <= maxChars) return text.trim() === '' ? [] : [text];
  return packParagraphs(
    text,
    Math.min(maxChars, Math.ceil((total / Math.ceil(total / maxChars)) * EVEN_SLACK)),
  );
}

function packParagraphs(text: string, maxChars: number): string[] {
  const parts: string[] = [];
  let open = '';
  let openLength = 0;
  for (const paragraph of text.split(/\n[ \t]*\n\s*/)) {
    if (paragraph.trim() === '') continue;
    const gap = openLength > 0 ? 2 : 0;
    const length = codePointLength(paragraph);
    const fits = openLength + gap + length <= maxChars;
    const isShort = openLength < maxChars * SHORT_SHARE;
    if (!fits && !isShort) {
      parts.push(open);
      open = '';
      openLength = 0;
    }
    const isJoined = openLength > 0;
    const [first = '', ...rest] = splitParagraph(
      paragraph,
      isJoined ? Math.max(1, maxChars - openLength - gap) : maxChars,
      maxChars,
    );
    const joined = isJoined ? `${open}\n\n${first}` : first;
    if (rest.length > 0) parts.push(joined, ...rest.slice(0, -1));
    open = rest.at(-1) ?? joined;
    openLength =
      rest.length > 0 ? codePointLength(open) : openLength + (isJoined ? gap : 0) + codePointLength(first);
  }
  if (open !== '') parts.push(open);
  return parts;
}
