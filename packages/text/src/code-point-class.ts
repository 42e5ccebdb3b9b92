/**
 * Says what a code point is to the comparison: part of a word, part of a stretch written without spaces, or neither.
 *
 * The lists of scripts are those of the lint (12-character windows for `cjk`, 24 for `sea`), widened by the few
 * neighbours that are written the same way (Tangut, Nushu, Khitan; Tai Tham, New Tai Lue, Tai Le, Tai Viet): without
 * them a whole sentence of such a script would count as one word and no window would ever fill.
 *
 * Invariant: a class depends on the code point alone, never on its neighbours, a locale or the machine.
 */
import { prototypeOf } from './prototype-of.ts';

/** Neither letter, mark nor digit: spaces, punctuation, symbols, controls. */
export const OTHER = 1;
/** A letter or digit of a script that puts spaces between words. */
export const LETTER = 2;
/** A combining mark that belongs to whatever stands before it. */
export const MARK = 3;
/** A code point of Han, Hiragana, Katakana, Bopomofo, Yi and neighbours. */
export const CJK = 4;
/** A code point of Thai, Lao, Khmer, Myanmar, Tibetan, Javanese, Balinese and neighbours. */
export const SEA = 5;
/** A symbol that looks like letters (`|`, U+212E): a separator in one comparison form, a letter in the other. */
export const LETTER_LIKE = 6;
/** A letter that looks like an apostrophe (U+02BC): a letter as written, a separator in both comparison forms. */
export const APOSTROPHE_LIKE = 7;

/** Reads the class of a code point. Cost: one array read after the first sight of it. */
export function classOf(codePoint: number): number {
  if (codePoint < CACHED_CODE_POINTS) {
    const cached = classes[codePoint] as number;
    if (cached !== 0) return cached;
    const fresh = judge(codePoint);
    classes[codePoint] = fresh;
    return fresh;
  }
  return judge(codePoint);
}

/** Whether the class is one of the two that are written without spaces. */
export function isUnspaced(codePointClass: number): boolean {
  return codePointClass === CJK || codePointClass === SEA;
}

/** Whether a code point is a mark of an unspaced script: on a letter of another script it is a disguise, and a mark. */
export function isUnspacedMark(codePoint: number): boolean {
  return (
    codePoint >= FIRST_UNSPACED &&
    isUnspaced(classOf(codePoint)) &&
    MARK_ONLY.test(String.fromCodePoint(codePoint))
  );
}

function judge(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  const isCjk = codePoint >= FIRST_UNSPACED && CJK_SCRIPTS.test(char);
  if (!WORD_PART.test(char)) {
    const lookAlike = prototypeOf(char);
    if (lookAlike === char) return OTHER;
    // A radical or stroke (U+2EC5) is a symbol to Unicode, a character to whoever reads or disguises one.
    if (isCjk && WORD_PART.test(lookAlike)) return CJK;
    return LETTERS_ONLY.test(lookAlike) ? LETTER_LIKE : OTHER;
  }
  if (isCjk) return CJK;
  if (codePoint >= FIRST_UNSPACED && SEA_SCRIPTS.test(char)) return SEA;
  if (MARK_ONLY.test(char)) return MARK;
  return APOSTROPHES.test(char) ? APOSTROPHE_LIKE : LETTER;
}

// Script extensions also name accents that romanised Chinese and Thai borrow (U+0300, U+02CA); those belong to Latin words.
const FIRST_UNSPACED = 0x370;
const CACHED_CODE_POINTS = 0x20000;
const classes = new Uint8Array(CACHED_CODE_POINTS);

const WORD_PART = /[\p{L}\p{M}\p{N}]/u;
const MARK_ONLY = /\p{M}/u;
const APOSTROPHES = /[\u02b9-\u02be\u02c8\u02ca\u02cb\u02d0\u02ee]/u;
// Dashes look like the kana length mark; only Latin, Greek, Cyrillic and digits are worth the risk of gluing words.
const LETTERS_ONLY = /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]\p{M}*)+$/u;
const CJK_SCRIPTS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Tangut}\p{scx=Nushu}\p{scx=Khitan_Small_Script}]/u;
const SEA_SCRIPTS =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}\p{scx=Tai_Tham}\p{scx=New_Tai_Lue}\p{scx=Tai_Le}\p{scx=Tai_Viet}]/u;
