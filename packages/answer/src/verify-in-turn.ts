/**
 * The check of {@link verifyAnswer}, sentence by sentence, for whoever has others waiting.
 *
 * The longest that others wait is the check of one sentence against all passages, which is not divided.
 */
import type { AnswerVerification, ClaimedSentence, EvidenceHit, FragmentFace } from '@archive/contract';
import { verifyAnswer } from './verify-answer.ts';

/** How a check gives way. */
export interface InTurnOptions {
  /** Resolves when others have had their turn, such as `setImmediate` of `node:timers/promises`; default a timer of 0 ms. */
  giveWay?: () => Promise<unknown>;
  /** Ends the check between two sentences. */
  signal?: AbortSignal;
}

/**
 * Verifies as {@link verifyAnswer} does, with the same report: no check of a sentence looks at another.
 *
 * @throws the reason of `signal` when that is aborted
 */
export async function verifyInTurn(
  question: string,
  sentences: readonly ClaimedSentence[],
  hits: readonly (EvidenceHit | FragmentFace)[],
  { giveWay = soon, signal }: InTurnOptions = {},
): Promise<AnswerVerification> {
  const whole = verifyAnswer(question, [], hits);
  for (const [at, sentence] of sentences.entries()) {
    signal?.throwIfAborted();
    const one = verifyAnswer(question, [sentence], hits);
    for (const [which, { findings }] of one.checks.entries())
      whole.checks[which]?.findings.push(...findings.map(({ message }) => ({ sentence: at + 1, message })));
    await giveWay();
  }
  const checks = whole.checks.map((check) => ({ ...check, pass: check.findings.length === 0 }));
  return { ...whole, pass: checks.every(({ pass }) => pass), checks };
}

function soon(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
