/**
 * Takes out of decoded text the characters that nobody sees but a machine reads.
 *
 * Bodies lose controls, soft hyphens, word joiners, marks and tag characters; joiners that Persian, Indic and Khmer
 * need, variation selectors and direction marks stay. Titles, names and labels also lose direction controls, and become
 * one line.
 */

const CONTROL = /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/g;
/** Soft hyphen, grapheme joiner, Mongolian vowel separator, invisible operators, marks, filler. */
const SHAPELESS = /[\u00AD\u034F\u180E\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/g;
/** Tag characters, unless they spell a flag after its black flag. */
const TAGS = /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F})|[\u{E0000}-\u{E0FFF}]/gu;
/** Half of a pair, as a broken escape leaves it; no embedder takes one. */
const LONE_SURROGATE = /\p{Cs}/gu;
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const ZERO_WIDTH_SPACE = /\u200B/g;
const LINE_BREAKS = /[\s\u0085\u2028\u2029]+/g;

/** A text without shapeless characters, and how many there were. */
export interface CleanText {
  text: string;
  removed: number;
}

/** Cleans the body of a file. */
export function cleanText(text: string): CleanText {
  let removed = 0;
  const drop = (): string => {
    removed += 1;
    return '';
  };
  const cleaned = text
    .replace(CONTROL, ' ')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(SHAPELESS, drop)
    .replace(TAGS, (_match, flag: string | undefined) => flag ?? drop());
  return { text: cleaned, removed };
}

/** Cleans a title, a name or a label: one line, single blanks, no shapeless character and no direction control. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .text.normalize('NFC')
    .replace(DIRECTION, '')
    .replace(ZERO_WIDTH_SPACE, '')
    .replace(LINE_BREAKS, ' ')
    .trim();
}
