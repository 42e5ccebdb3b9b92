/**
 * Whether a quoted sentence holds the words that answer a question, for every way of quoting.
 *
 * The sentence must be of the passage the answer was marked in. Shares are of all questions, refused ones too.
 */
import type { Finder } from './find-passages.ts';
import type { JudgedSet } from './judged-set.ts';
import { fragmentIdOf, quoters } from './quoters.ts';

/** Figures of a reading set, 0 to 1. */
export interface SpanFigures {
  /** Questions whose passage is among the hits. */
  reachable: number;
  /** Questions that ours refuses. */
  refused: number;
  /** By way of quoting: questions with a quoted sentence that holds the answer. */
  holds: ReadonlyMap<string, number>;
}

/** Measures a reading set. */
export function spanFigures(
  { passages, questions }: JudgedSet,
  answers: ReadonlyMap<string, { passageId: string; texts: readonly string[] }>,
  find: Finder,
): SpanFigures {
  const texts = new Map(passages.map(({ id, text }) => [id, text]));
  const ways = Object.entries(quoters());
  const holds = new Map(ways.map(([name]) => [name, 0]));
  let reachable = 0;
  let refused = 0;
  for (const [at, question] of questions.entries()) {
    const answer = answers.get(question.id);
    const hits = find(question, at);
    if (answer !== undefined && hits.some(({ fragmentId }) => fragmentId === fragmentIdOf(answer.passageId)))
      reachable++;
    for (const [place, [name, quote]] of ways.entries()) {
      const quoted = quote(question.text, hits);
      if (place === 0 && quoted.length === 0) refused++;
      const isHeld = quoted.some(({ passageId, from, to }) => {
        const sentence = texts.get(passageId)?.slice(from, to) ?? '';
        return passageId === answer?.passageId && answer.texts.some((text) => sentence.includes(text));
      });
      if (isHeld) holds.set(name, (holds.get(name) as number) + 1);
    }
  }
  const share = (count: number): number => count / questions.length;
  return {
    reachable: share(reachable),
    refused: share(refused),
    holds: new Map([...holds].map(([name, count]) => [name, share(count)])),
  };
}
