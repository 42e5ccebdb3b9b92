/**
 * Says what a character is to the tokeniser: part of a word, part of a stretch written without spaces, a symbol or nothing.
 *
 * Part of the model: a change here is another model. Scripts that are written without spaces between words are listed;
 * Hangul is not among them. A class depends on the code point alone; a character newer than the machine's Unicode
 * tables counts as a symbol.
 */

/** White space and controls. */
export const BLANK = 1;
/** A letter or digit of a script that puts spaces between words. */
export const SPACED = 2;
/** A character of a script that does not. */
export const UNSPACED = 3;
/** A mark: it belongs to what stands before it. */
export const MARK = 4;
/** Punctuation, signs, emoji, and whatever else is neither. */
export const SYMBOL = 5;

/** Reads the class of a code point. Cost: one array read after the first sight of it. */
export function classOf(codePoint: number): number {
  if (codePoint >= KEPT) return judge(codePoint);
  const known = classes[codePoint] as number;
  if (known !== 0) return known;
  const fresh = judge(codePoint);
  classes[codePoint] = fresh;
  return fresh;
}

function judge(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  if (BLANKS.test(char)) return BLANK;
  if (!WORD_PARTS.test(char)) return SYMBOL;
  if (codePoint >= FIRST_UNSPACED && UNSPACED_SCRIPTS.test(char)) return UNSPACED;
  return MARKS.test(char) ? MARK : SPACED;
}

/** Script extensions also name accents that romanised Chinese and Thai borrow; below this they belong to Latin words. */
const FIRST_UNSPACED = 0x370;
const KEPT = 0x20000;
const classes = new Uint8Array(KEPT);

const BLANKS = /[\s\p{Cc}\p{Cf}]/u;
const WORD_PARTS = /[\p{L}\p{M}\p{N}]/u;
const MARKS = /\p{M}/u;
const UNSPACED_SCRIPTS = new RegExp(
  `[${[
    'Han',
    'Hiragana',
    'Katakana',
    'Bopomofo',
    'Yi',
    'Tangut',
    'Nushu',
    'Khitan_Small_Script',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Tibetan',
    'Javanese',
    'Balinese',
    'Tai_Tham',
    'New_Tai_Lue',
    'Tai_Le',
    'Tai_Viet',
  ]
    .map((script) => `\\p{scx=${script}}`)
    .join('')}]`,
  'u',
);
