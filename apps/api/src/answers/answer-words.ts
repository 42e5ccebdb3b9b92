/**
 * What kind of answer something is, in words that are the same on the page and for models.
 */
import type { Answer, AnswerMode } from '@archive/contract';

/** What an answer is made of, and not how well it answers. */
const MODE_WORDS: Readonly<Record<AnswerMode, string>> = {
  supported:
    'Answered from public passages. Places that may be relevant as well are listed apart; their text is not released.',
  partial: 'Answered from public passages.',
  'related-material':
    'No public passage answers this. Places that may be relevant are listed; their text is not released.',
  'not-found': 'The archive gives no answer to this.',
};

/** What stands over an answer: that of its mode, unless it is a refusal that says nothing of the archive. */
export function headingWords({ mode, refusal }: Pick<Answer, 'mode' | 'refusal'>): string {
  return refusal?.reason === 'model-unavailable' ? 'No answer can be written just now.' : MODE_WORDS[mode];
}

/** Who wrote its sentences. */
export const METHOD_LABELS: Readonly<Record<Answer['method'], string>> = {
  extractive: 'Quoted: these sentences come nearest',
  model: 'Written by a language model and checked',
};

/** What that is worth. */
export const METHOD_NOTES: Readonly<Record<Answer['method'], string>> = {
  extractive: 'Each stands in the passage it cites, word for word; whether it answers is for you to judge.',
  model:
    'It was given public passages. Each sentence cites one, and quotations and numbers stand there. Whether the passage says what the sentence says is for you to judge.',
};

/** All of it, the last two where there is prose. */
export function answerWords(answer: Pick<Answer, 'mode' | 'method' | 'sentences' | 'refusal'>): string {
  const { method, sentences } = answer;
  const heading = headingWords(answer);
  return sentences.length === 0 ? heading : `${heading} ${METHOD_LABELS[method]}. ${METHOD_NOTES[method]}`;
}
