/**
 * Says whether a sentence denies what its passages do not deny, or leaves out that they do.
 *
 * Denials are words of closed lists, in English, German, French, Spanish, Italian, Chinese and Japanese. Those sentences of the
 * cited passages are looked at that hold most of the content words of the sentence, three quarters at least: when all of
 * them deny and it does not, or the other way round, it is found. So is a word of denial that no cited passage holds. What is
 * denied is not looked at, and neither are words that only doubt: `he lied that`, `allegedly`.
 */
import { contentWords, normalizeWords } from '@archive/text';
import type { TextFace } from '../evidence.ts';
import { passageSentences, type PassageSentence } from './passage-sentences.ts';

/** The least share of the content words of a sentence that a sentence of a passage holds if it is to say the same. */
const SAME_MIN_SHARE = 3 / 4;
const SAME_MIN_WORDS = 2;

/** Whether a sentence and the sentences it is made from differ in that one denies. */
export function deniesOtherwise(text: string, cited: readonly TextFace[]): boolean {
  if (cited.length === 0) return false;
  const isDenied = denies(text);
  const sentences = cited.flatMap((passage) => passageSentences(passage));
  if (isDenied && !sentences.some(isDenying)) return true;
  const words = denialsOf(text).filter((word) => !cited.some((passage) => heldDenials(passage).has(word)));
  if (words.length > 0) return true;
  const said = stemsOf(contentWords(text));
  let most = Math.max(SAME_MIN_WORDS, said.size * SAME_MIN_SHARE);
  let closest: PassageSentence[] = [];
  for (const sentence of sentences) {
    const shared = [...stemsIn(sentence)].filter((stem) => said.has(stem)).length;
    if (shared < most) continue;
    closest = shared > most ? [sentence] : [...closest, sentence];
    most = shared;
  }
  return closest.length > 0 && !closest.some((sentence) => isDenying(sentence) === isDenied);
}

/** Whether a text holds a word of denial. */
function denies(text: string): boolean {
  return UNSPACED.test(text) || denialsOf(text).length > 0;
}

/** The words of denial of a text; a contracted one is written out. */
function denialsOf(text: string): string[] {
  const whole = text.replace(CONTRACTED, ' not ').replace(ELIDED, ' ne ');
  return normalizeWords(whole).filter((word) => DENIALS.has(word));
}

function heldDenials(passage: TextFace): ReadonlySet<string> {
  const known = HELD.get(passage) ?? new Set(denialsOf(passage.text));
  HELD.set(passage, known);
  return known;
}
const HELD = new WeakMap<TextFace, ReadonlySet<string>>();

function isDenying(sentence: PassageSentence): boolean {
  const known = DENYING.get(sentence) ?? denies(sentence.text);
  DENYING.set(sentence, known);
  return known;
}
const DENYING = new WeakMap<PassageSentence, boolean>();

function stemsIn(sentence: PassageSentence): ReadonlySet<string> {
  const known = STEMS.get(sentence) ?? stemsOf(sentence.words);
  STEMS.set(sentence, known);
  return known;
}
const STEMS = new WeakMap<PassageSentence, ReadonlySet<string>>();

function stemsOf(words: Iterable<string>): Set<string> {
  return new Set(
    Array.from(words, (word) => (DENIALS.has(word) ? '' : word.slice(0, 4))).filter((stem) => stem !== ''),
  );
}

const DENIALS: ReadonlySet<string> = new Set(
  (
    'no not never nobody none nothing neither nor nowhere without cannot hardly ' +
    'nicht kein keine keinen keinem keiner keines nie niemals niemand niemandem niemanden nichts nirgends weder ohne ' +
    'ne pas jamais aucun aucune rien ni sans non ' +
    'nunca jamás nadie nada ningún ninguno ninguna tampoco sin ' +
    'nessuno nessuna niente nulla senza neppure'
  ).split(' '),
);
const CONTRACTED = /n['’]t(?!\p{L})/giu;
const ELIDED = /(?<!\p{L})n['’](?=\p{L})/giu;
const UNSPACED = /ない|なかっ|ません|ずに|[不没沒未]/u;
