/**
 * Finds a phrase as whole tokens: `rite` is not in `writer`, 東京 is in 東京の夜, ขาว is not in ข้าว.
 *
 * Words of spaced scripts are compared whole and consecutively. A stretch written without spaces has no word edges to hold
 * to, so there a needle matches as a run of characters, but it never ends before a combining mark, which would be half a letter.
 */
import { normalizeText } from './normalize-text.ts';
import { closeCjkSpaces, type TextPart, textParts } from './text-parts.ts';

/**
 * Whether the haystack holds the needle as whole tokens, consecutive and in order; false when the needle has none.
 *
 * Both are normalised (NFKC, case folded, marks kept). Cost: linear in the haystack.
 */
export function containsPhrase(haystack: string, needle: string): boolean {
  const wanted = partsOf(needle);
  return wanted.length > 0 && isIn(partsOf(haystack), wanted);
}

/**
 * Makes a test for several needles at once: of each, in their order, what {@link containsPhrase} says.
 *
 * For whoever looks into many haystacks: needles are cut once, and each haystack once for all of them.
 */
export function phraseFinder(needles: readonly string[]): (haystack: string) => boolean[] {
  const wanted = needles.map(partsOf);
  return (haystack) => {
    const held = partsOf(haystack);
    return wanted.map((parts) => parts.length > 0 && isIn(held, parts));
  };
}

/**
 * Whether a stored name answers to a requested one: the requested tokens occur in it, consecutive and in order.
 *
 * `writer` matches `Co Writer`; `rite`, `Writer Co` and an empty request do not. A placeholder has no name to match
 * with: leaving it out is the caller's part.
 */
export function matchesName(stored: string, wanted: string): boolean {
  return containsPhrase(stored, wanted);
}

function partsOf(s: string): TextPart[] {
  return textParts(closeCjkSpaces(normalizeText(s)));
}

function isIn(held: readonly TextPart[], wanted: readonly TextPart[]): boolean {
  for (let at = 0; at + wanted.length <= held.length; at++) {
    if (matchesAt(held, wanted, at)) return true;
  }
  return false;
}

function matchesAt(held: readonly TextPart[], wanted: readonly TextPart[], at: number): boolean {
  for (let index = 0; index < wanted.length; index++) {
    const part = wanted[index] as TextPart;
    const other = held[at + index] as TextPart;
    if (part.kind !== other.kind || !matchesPart(other, part, index === 0, index === wanted.length - 1))
      return false;
  }
  return true;
}

/** Compares one part; the first may begin inside a held stretch and the last may end inside one. */
function matchesPart(held: TextPart, wanted: TextPart, isFirst: boolean, isLast: boolean): boolean {
  if (held.kind === 'word') return held.text === wanted.text;
  for (let at = held.text.indexOf(wanted.text); at >= 0; at = held.text.indexOf(wanted.text, at + 1)) {
    const end = at + wanted.text.length;
    const beginsWell = isFirst ? !splitsLetter(held.text, at) : at === 0;
    const endsWell = isLast ? !splitsLetter(held.text, end) : end === held.text.length;
    if (beginsWell && endsWell) return true;
  }
  return false;
}

/** Whether cutting here would part a letter from a mark that belongs to it. */
function splitsLetter(stretch: string, at: number): boolean {
  return at > 0 && MARK_AHEAD.test(stretch.slice(at, at + 2));
}

const MARK_AHEAD = /^\p{M}/u;
