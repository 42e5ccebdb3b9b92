/**
 * Brings a string to the one form in which strings are compared.
 *
 * Two steps that others need apart: `composeText` removes what a reader cannot see and joins words hyphenated over a
 * line end, keeping case; `foldCase` removes case without asking a locale. The result is for comparison only: it loses
 * the joiners that Persian and Indic spelling need, so it is never shown or stored in place of the original.
 *
 * Invariants: normalising twice is normalising once; NFC and NFD input give the same output.
 */

/**
 * Normalises a string for comparison: invisible characters out, NFKC, line-end hyphenation joined, case folded.
 *
 * Order of steps: default-ignorable characters and controls other than white space are removed (before NFKC too, so that
 * one hidden between a letter and its accent cannot keep them apart); NFKC; a hyphen, soft hyphen or U+2010 between two
 * letters with a line end after it disappears together with that line end; full case folding (`ß` → `ss`, final sigma → `σ`,
 * `İ` → `i`, `ı` → `i`). White space, punctuation and combining marks stay.
 *
 * Cost: linear; plain ASCII takes a short path.
 */
export function normalizeText(s: string): string {
  return foldCase(composeText(s));
}

/** Removes invisible characters, applies NFKC and joins words hyphenated over a line end; case stays. */
export function composeText(s: string): string {
  if (PLAIN_ASCII.test(s)) return joinHyphenated(s);
  const visible = keepLineEndHyphens(s).replace(INVISIBLE, '');
  const composed = visible.normalize('NFKC');
  const joined = joinHyphenated(composed);
  // Two halves of a Korean syllable may meet where the hyphen stood.
  return joined === composed ? composed : joined.normalize('NFKC');
}

/** Folds case without a locale; expects and returns NFKC. */
export function foldCase(s: string): string {
  if (PLAIN_ASCII.test(s)) return s.toLowerCase();
  return s
    .replace(DOTTED_CAPITAL_I, 'i')
    .replace(CAPITAL_SHARP_S, 'ss')
    .toUpperCase()
    .toLowerCase()
    .replace(FINAL_SIGMA, 'σ')
    .replace(DOTTED_SMALL_I, 'i')
    .normalize('NFKC');
}

/** Makes a soft hyphen that ends a line a visible one, so that it survives until the line ends are joined; length stays. */
export function keepLineEndHyphens(s: string): string {
  let result = '';
  let copied = 0;
  for (let at = s.indexOf(SOFT_HYPHEN); at >= 0; ) {
    // One walk over everything that may stand between hyphen and line end keeps this linear for a run of soft hyphens.
    let end = at + 1;
    while (end < s.length && BLANK_UNIT.test(s.charAt(end))) end++;
    if (LINE_END.test(s.charAt(end))) {
      result += `${s.slice(copied, at)}\u2010`;
      copied = at + 1;
    }
    at = s.indexOf(SOFT_HYPHEN, end);
  }
  return copied === 0 ? s : result + s.slice(copied);
}

/** Whether a single code point has no ink and no width, or is a control that is not white space. */
export function isInvisible(char: string): boolean {
  return INVISIBLE_CHAR.test(char);
}

/** The stretches that joining hyphenated words removes from a composed string, in order, as `[start, end)` in UTF-16 units. */
export function hyphenJoins(composed: string): [start: number, end: number][] {
  if (!HYPHEN_BEFORE_LINE_END.test(composed)) return [];
  return Array.from(composed.matchAll(HYPHENATED), (match) => [match.index, match.index + match[0].length]);
}

function joinHyphenated(s: string): string {
  return HYPHEN_BEFORE_LINE_END.test(s) ? s.replace(HYPHENATED, '') : s;
}

const PLAIN_ASCII = /^[\t-\r -~]*$/;
const INVISIBLE = /(?:(?![\t-\r\x85])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb])+/gu;
const INVISIBLE_CHAR = /^(?![\t-\r\x85])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]$/u;
const SOFT_HYPHEN = '\u00ad';
const BLANK_UNIT = /[\p{Default_Ignorable_Code_Point}\p{Zs}\t]/u;
const LINE_END = /[\n\v\f\r\x85\u2028\u2029]/;
const HYPHEN_BEFORE_LINE_END = /[-\u2010][ \t]*[\n\v\f\r\x85\u2028\u2029]/;
const HYPHENATED =
  /[-\u2010](?<=[\p{L}\p{M}][-\u2010])[ \t]*(?:\r\n|[\n\v\f\r\x85\u2028\u2029])[ \t]*(?=[\p{L}\p{M}])/gu;
const DOTTED_CAPITAL_I = /\u0130/g;
const DOTTED_SMALL_I = /i\u0307+/g;
const CAPITAL_SHARP_S = /\u1e9e/g;
const FINAL_SIGMA = /\u03c2/g;
