/**
 * The rules of shape for every string that travels: visible, one line, well formed, nothing hidden, bounded.
 *
 * They look at the string alone, never at private text. A string may use the joiners Persian, Indic scripts and emoji
 * need, and the plain direction marks of right-to-left writing; it may not carry tag characters (a whole sentence fits
 * into them unseen), strings of invisible characters, or characters a reader does not see as they are stored: overrides of
 * direction (a quotation written backwards reads forwards), private, unassigned and non-characters, and the blank braille
 * cell. Which characters are unassigned is what the running engine's Unicode says.
 */
import { codePointLength, normalizeText } from '@archive/text';
import type { LintRule } from './public-safe-lint-error.ts';

/** What is wrong with the shape of a string: the rule and the end of a sentence. */
export interface ShapeProblem {
  readonly rule: LintRule;
  readonly problem: string;
}

/**
 * Finds the first rule of shape a string breaks, in the order blank, line break, ill-formed, hidden characters, length.
 *
 * @param maxChars  longest allowed, in code points
 */
export function shapeProblem(value: string, maxChars: number): ShapeProblem | undefined {
  if (normalizeText(value).trim() === '') return { rule: 'blank', problem: 'is blank' };
  if (CONTROL.test(value))
    return { rule: 'line-break', problem: 'holds a line break or another control character' };
  if (LONE_SURROGATE.test(value))
    return { rule: 'ill-formed', problem: 'holds half a character (a lone surrogate)' };
  if (hasHiddenText(value))
    return { rule: 'hidden-characters', problem: 'holds invisible characters that can carry text' };
  if (UNREADABLE.test(value))
    return {
      rule: 'hidden-characters',
      problem: 'holds characters that reorder the text or that no reader can see as written',
    };
  const length = codePointLength(value);
  if (length <= maxChars) return undefined;
  return { rule: 'too-long', problem: `has ${length} characters, more than ${maxChars}` };
}

/** Whether invisible characters of a string can carry text: tags, byte-like variation selectors, or three in a row. */
function hasHiddenText(value: string): boolean {
  const rest = value.replace(SUBDIVISION_FLAGS, '');
  return TAG_OR_PRIVATE_IGNORABLE.test(rest) || STRAY_VARIATION.test(rest) || INVISIBLE_ROW.test(rest);
}

// \p{Cc} holds CR, LF, VT, FF, NEL and every other control.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const LONE_SURROGATE = /\p{Cs}/u;
// The three flags that are spelled with tag characters: England, Scotland, Wales.
const SUBDIVISION_FLAGS =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const TAG_OR_PRIVATE_IGNORABLE = /[\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/u;
// Selectors 17 to 256 have 240 values: one after anything but an ideograph is a byte of something else.
const STRAY_VARIATION = /(?<!\p{Ideographic})[\u{E0100}-\u{E01EF}]/u;
// Embeddings, overrides and isolates; LRM, RLM and ALM stay. \p{Cn} holds the non-characters as well.
const UNREADABLE = /[\u202a-\u202e\u2066-\u2069\u2800\p{Co}\p{Cn}]/u;
const INVISIBLE_ROW = /\p{Default_Ignorable_Code_Point}{3}/u;
