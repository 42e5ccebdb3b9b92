/**
 * One key for the spellings of a word that readers of its script take for the same word.
 *
 * Points and cantillation of Hebrew; vowel signs, tatweel and the alef with hamza, madda or wasla of Arabic, and the two code
 * points that Arabic and Persian keyboards have for kaf and yeh; Greek accents, which capitals lose; in Devanagari the nukta,
 * and a nasal before a stop of its own row, or candrabindu, for anusvara; Cyrillic yo and marks of stress; particles at the end of
 * Korean words. What comes out is a key, not a word: it is compared, never shown, and whoever stores it stores the word as
 * it is written beside it.
 *
 * Latin letters keep their marks, which in Vietnamese make other words. Invariant: the key of a key is itself, and no key
 * is empty.
 */
import { withoutParticles } from './korean-particles.ts';

/** The key of a normalised word (`normalizeText`); the word itself when its letters have nothing of the kind. */
export function scriptKey(word: string): string {
  if (!BEYOND_LATIN.test(word)) return word;
  let key = word;
  for (const [letters, keyOf] of KEYS) if (letters.test(key)) key = keyOf(key).normalize('NFC') || key;
  return key;
}

/** A word with at least one of the letters gets the key. */
const KEYS: readonly (readonly [letters: RegExp, keyOf: (word: string) => string])[] = [
  [
    /[\u0600-\u06ff]/,
    (word) =>
      word
        .replace(ARABIC_SIGNS, '')
        .replace(ALEFS, '\u0627')
        .replaceAll('\u06a9', '\u0643')
        .replaceAll('\u06cc', '\u064a'),
  ],
  [/[\u0590-\u05ff]/, (word) => word.replace(HEBREW_POINTS, '')],
  [/[\u0900-\u097f]/, (word) => word.normalize('NFD').replaceAll('\u093c', '').replace(NASALS, '\u0902')],
  [/[\u0400-\u04ff]/, (word) => word.replace(STRESS, '').replaceAll('ё', 'е')],
  [/[\u0370-\u03ff\u1f00-\u1fff]/, (word) => word.normalize('NFD').replace(GREEK_MARKS, '')],
  [/[\uac00-\ud7a3]$/, withoutParticles],
];

const BEYOND_LATIN = /[\u0370-\uffff]/;
const GREEK_MARKS = /(?<=\p{Script=Greek}\p{M}*)\p{M}/gu;
const STRESS = /(?<=\p{Script=Cyrillic})[\u0300\u0301]/gu;
const HEBREW_POINTS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
/** Vowel signs, signs of reading, and the stretch of a line. */
const ARABIC_SIGNS =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;
/** Alef with madda, hamza above, hamza below, wasla. */
const ALEFS = /[\u0622\u0623\u0625\u0671]/g;
/** A nasal with virama before another letter of its row, but for that nasal itself; candrabindu. */
const NASALS =
  /\u0919\u094d(?=[\u0915-\u0918])|\u091e\u094d(?=[\u091a-\u091d])|\u0923\u094d(?=[\u091f-\u0922])|\u0928\u094d(?=[\u0924-\u0927])|\u092e\u094d(?=[\u092a-\u092d])|\u0901/g;
