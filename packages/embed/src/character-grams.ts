/**
 * Cuts text of any script into the character runs that the n-gram baseline counts.
 *
 * Text is compared in NFKC and lower case with invisible characters gone. A word is bounded by marks, so that its
 * beginning and end count as such. In scripts where one character is a syllable or a word, runs are of 1 to 3
 * characters and unmarked; elsewhere of 3 to 5. No dictionary, no locale.
 */

/** A run of characters and how much one occurrence weighs, in (0, 1]. */
export interface CharacterGram {
  gram: string;
  weight: number;
}

/**
 * Yields every run of a text, in reading order, repeats included.
 *
 * Runs are taken from letters, marks and digits; a text without any gives the runs of its symbols, so that only a
 * text of white space and invisible characters gives nothing.
 */
export function* characterGrams(text: string): Generator<CharacterGram> {
  const normal = text.normalize('NFKC').toLowerCase().replace(INVISIBLE, '').normalize('NFC');
  let words = 0;
  for (const [word] of normal.matchAll(WORD)) {
    words++;
    yield* wordGrams(word);
  }
  if (words > 0) return;
  for (const [run] of normal.matchAll(SYMBOLS)) yield* runs(Array.from(run), SHORTEST_DENSE, WEIGHTS_DENSE);
}

function* wordGrams(word: string): Generator<CharacterGram> {
  for (const [stretch] of word.matchAll(STRETCH)) {
    if (DENSE.test(stretch)) yield* runs(Array.from(stretch), SHORTEST_DENSE, WEIGHTS_DENSE);
    else yield* runs([EDGE, ...Array.from(stretch), EDGE], SHORTEST, WEIGHTS);
  }
}

function* runs(
  characters: readonly string[],
  shortest: number,
  weights: readonly number[],
): Generator<CharacterGram> {
  for (const [step, weight] of weights.entries()) {
    const length = shortest + step;
    for (let from = 0; from + length <= characters.length; from++) {
      yield { gram: characters.slice(from, from + length).join(''), weight };
    }
  }
}

const SHORTEST = 3;
const SHORTEST_DENSE = 1;
/** Longer runs say more; measured on SciFact (train), see the README. */
const WEIGHTS = [0.4, 0.7, 1];
/** Two characters are about a word here. */
const WEIGHTS_DENSE = [0.6, 1, 0.4];
const EDGE = ' ';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SYMBOLS = /[^\s\p{C}]+/gu;
const DENSE_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}\\p{Script=Yi}ー';
const DENSE = new RegExp(`^[${DENSE_SCRIPTS}]`, 'u');
const STRETCH = new RegExp(`[${DENSE_SCRIPTS}]+|[^${DENSE_SCRIPTS}]+`, 'gu');
