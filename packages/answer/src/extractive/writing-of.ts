/**
 * Tells whether two texts are written in different languages, as far as that can be told from the letters and the grammar
 * words: enough to know that a question and a passage cannot share words.
 *
 * Scripts are counted; Latin texts are told apart by the stop words of the four languages that have a list. Unknown is not
 * different.
 */
import { normalizeWords, stopWords } from '@archive/text';

/** How a text is written: a script, and for Latin the language when it shows. */
export interface Writing {
  script: string | undefined;
  language: (typeof LANGUAGES)[number] | undefined;
}

/** Looks at the beginning of a text. */
export function writingOf(text: string): Writing {
  const beginning = text.slice(0, LOOKED_AT_UNITS);
  const script = scriptOf(beginning);
  return { script, language: script === 'latin' ? languageOf(beginning) : undefined };
}

/** Whether two texts are surely in different languages. */
export function isForeign(a: Writing, b: Writing): boolean {
  if (a.script === undefined || b.script === undefined) return false;
  if (a.script !== b.script) return true;
  return a.language !== undefined && b.language !== undefined && a.language !== b.language;
}

function scriptOf(text: string): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const [script, letters] of SCRIPTS) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [best, most] = [script, count];
  }
  // Kana among Han is Japanese; a Latin name in a sentence of ideographs outweighs nothing.
  const kana = text.match(KANA)?.length ?? 0;
  const han = text.match(HAN)?.length ?? 0;
  if ((kana + han) * IDEOGRAPH_LETTERS > most && best !== 'thai')
    return kana * 10 >= han ? 'japanese' : 'chinese';
  return best;
}

function languageOf(text: string): Writing['language'] {
  const words = normalizeWords(text);
  const counts = LANGUAGES.map((language) => words.filter((word) => stopWords(language).has(word)).length);
  const [first = 0, second = 0] = counts.toSorted((a, b) => b - a);
  return first > second && first * 10 >= words.length ? LANGUAGES[counts.indexOf(first)] : undefined;
}

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
const LOOKED_AT_UNITS = 2_000;
/** Letters of an alphabet that say as much as one ideograph. */
const IDEOGRAPH_LETTERS = 3;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const SCRIPTS: readonly (readonly [script: string, letters: RegExp])[] = [
  ['latin', /\p{Script=Latin}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['hangul', /\p{Script=Hangul}/gu],
];
