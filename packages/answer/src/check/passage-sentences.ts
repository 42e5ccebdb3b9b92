/**
 * The sentences of a passage in the form in which texts are compared, and whether a sentence is one of them, whole.
 *
 * What is cut out of a sentence is not it: "the bridge burned" stands in "nobody believes that the bridge burned" and says
 * something else. A piece of a sentence that was too long to be one is cut out, too.
 */
import { contentWords, hasUnspacedScript, normalizeWords } from '@archive/text';
import type { TextFace } from '../evidence.ts';
import { withoutMarks } from '../extractive/quotable-text.ts';
import { sentenceEnds } from '../extractive/sentence-ends.ts';
import { textBlocks } from '../extractive/text-blocks.ts';
import { comparable, withoutEdges } from './verbatim.ts';

/** A sentence of a passage. */
export interface PassageSentence {
  /** As it stands there. */
  text: string;
  /** In the form for comparison, without punctuation at its ends, as it stands and without marks of lists and notes. */
  forms: readonly string[];
  /** Its content words. */
  words: ReadonlySet<string>;
}

/** The sentences of a passage, in order; made once. */
export function passageSentences(passage: TextFace): readonly PassageSentence[] {
  const known = SENTENCES.get(passage) ?? sentencesOf(passage.text);
  SENTENCES.set(passage, known);
  return known;
}
const SENTENCES = new WeakMap<TextFace, readonly PassageSentence[]>();

/** Whether a sentence is one or more whole sentences of the passage; a single word is too little to be one. */
export function isWholeSentence(sentence: string, passage: TextFace): boolean {
  if (normalizeWords(sentence).length < 2 && !hasUnspacedScript(sentence)) return false;
  const wanted = formOf(sentence);
  const sentences = passageSentences(passage);
  return sentences.some((_, at) => {
    let rest = [wanted];
    for (let next = at; next < sentences.length && rest.length > 0; next++) {
      const { forms } = sentences[next] as PassageSentence;
      rest = rest.flatMap((left) =>
        forms.filter((form) => left.startsWith(form)).map((form) => left.slice(form.length)),
      );
      if (rest.includes('')) return true;
      // Between two sentences stands what the edges of each were cut off.
      rest = rest.flatMap(
        (left) => /^(?=[^\p{L}\p{N}])(?:(?![-.,]\p{Nd})[^\p{L}\p{N}])+(.*)$/u.exec(left)?.[1] ?? [],
      );
    }
    return false;
  });
}

function sentencesOf(text: string): PassageSentence[] {
  return textBlocks(text).flatMap(({ from, to }) => {
    const block = text.slice(from, to);
    let start = 0;
    return sentenceEnds(block).flatMap((end) => {
      const slice = block.slice(start, end).trim();
      start = end;
      if (!/[\p{L}\p{N}]/u.test(slice)) return [];
      const forms = new Set([formOf(slice), formOf(withoutMarks(slice))].filter((form) => form !== ''));
      return [{ text: slice, forms: [...forms], words: new Set(contentWords(slice)) }];
    });
  });
}

/** A question and a statement of the same words are two. */
function formOf(sentence: string): string {
  const form = comparable(sentence);
  return `${withoutEdges(form)}${/[?？؟][^\p{L}\p{N}]*$/u.test(form) ? '?' : ''}`;
}
