/**
 * Looks up what a character looks like.
 *
 * The table is that of UTS 39 as the `unhomoglyph` package carries it. Letters that spell words to a reader and that
 * neither UTS 39 nor NFKC knows are added: two rows drawn white on black, the regional indicators of flags, small capitals,
 * letters with a bar or stroke, and Greek letters in the place of Latin ones. Circled, squared and parenthesised letters
 * need no row: NFKC takes them for letters already, the last in parentheses.
 */
import unhomoglyph from 'unhomoglyph';

/** The UTS 39 prototype of one character, or the character itself. It may be several characters long (`m` → `rn`). */
export function prototypeOf(char: string): string {
  const codePoint = char.codePointAt(0) as number;
  const added = ADDED.get(char);
  if (added !== undefined) return added;
  for (const first of DRAWN_ALPHABETS) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(A + codePoint - first);
  }
  return unhomoglyph(char);
}

/** Whether a code point is a symbol drawn as a letter: white on black, or half of a flag. */
export function isDrawnLetter(codePoint: number): boolean {
  return DRAWN_ALPHABETS.some((first) => codePoint >= first && codePoint < first + 26);
}

// Each row: the letters a reader sees, then the characters that look like them.
const ROWS: readonly (readonly [seen: string, written: string])[] = [
  // Small capitals, and what UTS 39 gives for the Cyrillic and Greek letters of their shape.
  ['abdefghjklmnpqrt', 'ᴀʙᴅᴇꜰɢʜᴊᴋʟᴍɴᴘꞯʀᴛ'],
  ['km', 'ĸʍ'],
  // Barred and stroked letters that are no letter with an overlay to UTS 39.
  ['akqstu', 'ⱥꝁɋꞩⱦʉ'],
  ['u', 'Ʉ'],
  // Greek.
  ['bennxwu', 'βεηπχωμ'],
  ['EH', 'ΕΗ'],
  ['e', 'ꞓ'],
];
const ADDED = new Map(
  ROWS.flatMap(([seen, written]) => [...written].map((char, at) => [char, seen.charAt(at)])),
);

const A = 0x41;
const DRAWN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
