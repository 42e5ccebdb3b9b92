/**
 * Finds where sentences end inside one paragraph.
 *
 * Candidates are the marks that Unicode says end a sentence, with the quotes and brackets that close after them. A full stop
 * is then asked what stands before and after it: abbreviations, initials, ordinals, decimals and ellipses do not end
 * anything. Where a stop could be either, the next word decides.
 */
import {
  ABBREVIATIONS,
  ABBREVIATIONS_BEFORE_NUMBERS,
  GERMAN_MONTHS,
  SENTENCE_OPENERS,
} from './abbreviations.ts';

/** Ends of the sentences of a paragraph, in UTF-16 units, ascending; the last is its length. Cost: linear. */
export function sentenceEnds(paragraph: string): number[] {
  const ends: number[] = [];
  const hasCapitals = CAPITAL.test(paragraph);
  let start = 0;
  let hasWord = false;
  let looked = 0;
  for (const match of paragraph.matchAll(STOPS)) {
    const [all, stop = '', closers = '', gap = ''] = match;
    const end = match.index + all.length;
    // A number or a mark alone is no sentence: "1." counts an item.
    hasWord ||= LETTER.test(paragraph.slice(Math.max(start, looked), match.index));
    looked = match.index;
    if (end >= paragraph.length) break;
    if (!hasWord) continue;
    const before = paragraph.slice(Math.max(start, match.index - BEFORE_UNITS), match.index);
    const after = paragraph.slice(end, end + AFTER_UNITS);
    if (!isEnd({ stop, closers, gap, before, after, hasCapitals })) continue;
    ends.push(end);
    start = end;
    hasWord = false;
  }
  ends.push(paragraph.length);
  return ends;
}

interface Stop {
  /** The run of ending marks. */
  stop: string;
  /** Quotes, brackets and note marks that close after it. */
  closers: string;
  /** The white space after that. */
  gap: string;
  before: string;
  after: string;
  /** Whether the paragraph has any capital letter. */
  hasCapitals: boolean;
}

function isEnd({ stop, closers, gap, before, after, hasCapitals }: Stop): boolean {
  const next = NEXT.exec(after)?.[1] ?? '';
  const isLower = LOWER.test(next);
  if (IDEOGRAPHIC.test(stop)) return !(closers !== '' && gap === '' && GOES_ON_AFTER_QUOTE.test(after));
  if (FULL_WIDTH_STOP.test(stop)) return !(/\d$/u.test(before.normalize('NFKC')) && /^\p{N}/u.test(after));
  if (ELLIPSIS.test(stop)) return gap !== '' && !isLower && next !== '';
  if (!ASCII_STOP.test(stop)) return true;
  if (gap === '') return /[!?]/.test(stop) && UNSPACED.test(after);
  if (/[!?]/.test(stop)) return !(closers !== '' && isLower);
  if (isLower && hasCapitals) return false;
  return closers !== '' || isFullStop(before, next, after);
}

/** Whether one full stop, white space after it, ends a sentence. */
function isFullStop(before: string, next: string, after: string): boolean {
  const word = LAST_WORD.exec(before)?.[0] ?? '';
  const lower = word.toLowerCase();
  const nextWord = NEXT_WORD.exec(after)?.[0] ?? '';
  if (ABBREVIATIONS.has(lower)) return false;
  if (ABBREVIATIONS_BEFORE_NUMBERS.has(lower) && /\p{N}/u.test(next)) return false;
  // "J. R. R. Tolkien", "the U.S. Army": over only where a word follows that hardly stands inside a name.
  if (INITIALS.test(word)) return SENTENCE_OPENERS.has(nextWord);
  return !(ORDINAL.test(word) && GERMAN_MONTHS.has(nextWord));
}

const BEFORE_UNITS = 24;
const AFTER_UNITS = 24;
const STOPS =
  /([\p{Sentence_Terminal}…‥׃]+)((?:[\p{Pe}\p{Pf}"'*_~]|[“«](?=\s|$)|[ \u00a0\u202f]»|\[\d[\d,–-]{0,9}\]|[\u00b9\u00b2\u00b3\u2070-\u2079])*)(\s*)/gu;
const CAPITAL = /\p{Lu}/u;
const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
/** The first letter or digit after quotes, brackets and dashes that open. */
const NEXT = /^[\p{Ps}\p{Pi}\p{Pd}"'“„*_\s]*([\p{L}\p{N}])/u;
const NEXT_WORD = /[\p{L}\p{N}]+/u;
const LAST_WORD = /[\p{L}\p{M}\p{N}]+(?:\.[\p{L}\p{M}\p{N}]+)*$/u;
const INITIALS = /^(?:\p{Lu}|\p{L}(?:\.\p{L})+)$/u;
const ORDINAL = /^\d{1,2}$/;
const IDEOGRAPHIC = /[。！？｡﹒﹖﹗]$/u;
const FULL_WIDTH_STOP = /^．$/u;
const ELLIPSIS = /^(?:[…‥]+|\.{2,}|\.{0,2}[…‥]\.{0,2})$/u;
const ASCII_STOP = /^[.!?…‥]+$/u;
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}「『（]/u;
/** Particles and commas with which a sentence goes on after something quoted in it: 「…。」と言った. */
const GOES_ON_AFTER_QUOTE = /^(?:[、，,とっ]|[のをがはにもで](?![。！？]))/u;
