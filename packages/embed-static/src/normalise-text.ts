/**
 * Brings text to the form in which the model's pieces are written. Part of the model: a change here is another model.
 *
 * NFKC, lower case, without default-ignorable characters, Hebrew points and Arabic vowel signs; the digits of every
 * script are written 0 to 9; `ß` is `ss` and a final sigma a sigma. Accents of other scripts stay: they tell words apart
 * in Vietnamese. No locale is asked.
 *
 * Invariants: doing it twice is doing it once; NFC and NFD of a text give the same result.
 */

/** Normalises text for the model. Cost: linear; plain ASCII is only lower-cased. */
export function normaliseText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const lower = text.replace(IGNORABLE, '').normalize('NFKC').toLowerCase();
  return FOLDED.test(lower) ? lower.replace(FOLDED_ALL, fold).normalize('NFKC') : lower.normalize('NFKC');
}

/** What stands for one character that the lower case leaves as it is. */
function fold(char: string): string {
  if (char === 'ß') return 'ss';
  if (char === 'ς') return 'σ';
  const codePoint = char.codePointAt(0) as number;
  const zero = ZEROS.find((first) => codePoint >= first && codePoint < first + 10);
  return zero === undefined ? '' : String.fromCharCode(ASCII_ZERO + codePoint - zero);
}

/** The zero of each script whose digits NFKC leaves alone; the other nine follow it. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810,
];
const ASCII_ZERO = 0x30;
const NOT_ASCII = /[^\0-\x7f]/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * Characters that are folded: sharp s, final sigma, the dot that lower-casing `İ` leaves, Hebrew points, Arabic signs
 * and the tatweel, digits, and what NFKC may make anew of the ignorable.
 */
const FOLDED_CHARACTERS = `ßς\\u0307\\p{Default_Ignorable_Code_Point}\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed${ZEROS.map(
  (zero) => `\\u{${zero.toString(16)}}-\\u{${(zero + 9).toString(16)}}`,
).join('')}`;
const FOLDED = new RegExp(`[${FOLDED_CHARACTERS}]`, 'u');
const FOLDED_ALL = new RegExp(`[${FOLDED_CHARACTERS}]`, 'gu');
