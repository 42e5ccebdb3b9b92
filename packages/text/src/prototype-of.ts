/**
 * Looks up what a character looks like.
 *
 * The table is that of UTS 39 as the `unhomoglyph` package carries it. Three rows of letters drawn white on black, and the
 * regional indicators of flags, are added: they spell words to a reader and neither UTS 39 nor NFKC knows them.
 */
import unhomoglyph from 'unhomoglyph';

/** The UTS 39 prototype of one character, or the character itself. It may be several characters long (`m` → `rn`). */
export function prototypeOf(char: string): string {
  const codePoint = char.codePointAt(0) as number;
  for (const first of DRAWN_ALPHABETS) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(A + codePoint - first);
  }
  return unhomoglyph(char);
}

const A = 0x41;
const DRAWN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
