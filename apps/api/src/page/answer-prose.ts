/**
 * The sentences of an answer with the numbers of their sources, under a line that says who wrote them.
 */
import type { Answer, AnswerSentence } from '@archive/contract';
import { html } from 'hono/html';
import { METHOD_LABELS, METHOD_NOTES } from '../answers/answer-words.ts';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Renders the prose; empty when there is none. */
export function answerProse({ method, sentences, sources, usage }: Answer): Markup {
  if (sentences.length === 0) return html``;
  const numbers = new Map(sources.map(({ fragmentId }, at) => [fragmentId, at + 1]));
  return html`<article class="reply ${method}">
<div class="label ui"><p><b>${METHOD_LABELS[method]}</b></p>${usage === undefined ? '' : html`<p class="meta"><bdi>${usage.model}</bdi></p>`}</div>
<div class="prose">
${sentences.map((sentence) => sentenceMarkup(sentence, method, numbers))}</div>
<p class="meta ui">${METHOD_NOTES[method]}</p>
</article>
`;
}

/** Name of the place of a source on the page. */
export function sourceAnchor(number: number): string {
  return `source-${number}`;
}

function sentenceMarkup(
  { text, citations }: AnswerSentence,
  method: Answer['method'],
  numbers: ReadonlyMap<string, number>,
): Markup {
  const marks = html`<span class="cites ui">${citations.map(({ fragmentId }) => {
    const number = numbers.get(fragmentId) ?? 0;
    return html` <a href="#${sourceAnchor(number)}" aria-label="source ${number}">${number}</a>`;
  })}</span>`;
  const lang = writtenIn(text);
  return method === 'extractive'
    ? html`<p dir="auto" lang="${lang}"><q>${text}</q>${marks}</p>\n`
    : html`<p dir="auto" lang="${lang}">${text}${marks}</p>\n`;
}
