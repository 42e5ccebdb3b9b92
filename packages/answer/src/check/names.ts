/**
 * Says whether a sentence brings in a name: a word with a capital inside it that no cited passage and none of their faces hold.
 *
 * The first word of the sentence, and of what stands in quotation marks or after a colon, has a capital anyway and is not
 * looked at. In German every noun is a name to this rule. In writing without capitals there are none.
 */
import { contentWords, normalizeText, normalizeWords } from '@archive/text';
import type { TextFace } from '../evidence.ts';
import { numberWordsOf } from './number-words.ts';
import { faceText } from './support.ts';

/** Whether a name of the sentence stands nowhere in what it cites; an ending of two letters more or less is the same name. */
export function addsName(text: string, cited: readonly TextFace[]): boolean {
  const names = Array.from(text.normalize('NFKC').matchAll(NAME), ([name]) => name).filter(
    (name) => contentWords(name).length > 0 && numberWordsOf(name).size === 0,
  );
  if (names.length === 0) return false;
  const held = cited.map(wordsOf);
  return names.some((name) => {
    const word = normalizeText(name);
    return !held.some((words) => words.has(word) || forms(word).some((form) => words.has(form)));
  });
}

/** What the word would be with another ending. */
function forms(word: string): string[] {
  const shorter = ['s', 'es', 'n', 'en', 'e'].filter(
    (end) => word.endsWith(end) && word.length - end.length > 2,
  );
  return [
    ...shorter.map((end) => word.slice(0, -end.length)),
    ...['s', 'es', 'n', 'en', 'e'].map((end) => `${word}${end}`),
  ];
}

function wordsOf(passage: TextFace): ReadonlySet<string> {
  const known = WORDS.get(passage) ?? new Set(normalizeWords(`${passage.text}\n${faceText(passage)}`));
  WORDS.set(passage, known);
  return known;
}
const WORDS = new WeakMap<TextFace, ReadonlySet<string>>();

const NAME = /(?<=[\p{L}\p{N},)%’'”»-][\s(-]*)(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
