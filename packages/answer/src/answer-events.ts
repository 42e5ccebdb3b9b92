/**
 * A finished answer as events: its mode, its sentences, then all of it. Steps come before, from whoever makes the answer.
 */
import type { Answer, AnswerEvent } from '@archive/contract';

/** The events of a checked answer, in their order. */
export function* answerEvents(answer: Answer): Generator<AnswerEvent, void, undefined> {
  yield { event: 'mode', mode: answer.mode };
  for (const sentence of answer.sentences) yield { event: 'sentence', sentence };
  yield { event: 'answer', answer };
}
