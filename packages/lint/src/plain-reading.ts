/**
 * Reads a string without what can be set into its words: digits, tags and character references.
 *
 * Private text may hold digits and the string may quote them, so this reading stands beside the string as written, never
 * in its place. Every code point keeps its place: what is left out becomes an invisible character.
 */

/** The string without digits and markup, references decoded; undefined when it has none. */
export function plainReading(value: string): string | undefined {
  if (!HAS_ANY.test(value)) return undefined;
  return value
    .replace(TAG, blank)
    .replace(NUMBERED, (reference, hex: string | undefined, decimal: string | undefined) => {
      const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const char = codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : BLANK;
      return char + blank(reference.slice(1));
    })
    .replace(NAMED, blank)
    .replace(DIGIT, BLANK);
}

function blank(part: string): string {
  return BLANK.repeat(Array.from(part).length);
}

const BLANK = '\u200b';
const HAS_ANY = /[\p{N}<&]/u;
const TAG = /<[/!]?[a-z][^<>]*>/gi;
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi;
const NAMED = /&[a-z][a-z0-9]{1,30};/gi;
const DIGIT = /\p{N}/gu;
