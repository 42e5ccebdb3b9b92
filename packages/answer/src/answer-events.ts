/**
 * A finished answer as events: its mode, its sentences, then all of it. Steps come before, from whoever makes the answer.
 */
import type { Answer, AnswerEvent, SearchResponse } from '@archive/contract';

/** The events of a checked answer, in their order; `found` says whether its search had to do without something. */
export function* answerEvents(
  answer: Answer,
  found: Pick<SearchResponse, 'degraded'> = {},
): Generator<AnswerEvent, void, undefined> {
  const { degraded } = found;
  yield { event: 'mode', mode: answer.mode, ...(degraded === undefined ? {} : { degraded }) };
  for (const sentence of answer.sentences) yield { event: 'sentence', sentence };
  yield { event: 'answer', answer };
}
