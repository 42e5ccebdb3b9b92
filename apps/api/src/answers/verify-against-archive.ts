/**
 * Checks somebody's answer against the passages it cites, as far as they are public.
 *
 * A passage that is private, described, located, withheld, taken down or not there does not resolve, whichever it is:
 * private ones are not even looked up, so that nothing is charged for what nobody is told. A check is work: sentences are
 * held against every passage that is cited, so both are bounded, and others are answered between one sentence and the next.
 */
import { setImmediate } from 'node:timers/promises';
import { boundedModel, judgeFaithfulness, verifyAnswer } from '@archive/answer';
import type { AnswerVerification, ClaimedSentence, VerifyRequest } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import { type PublicFace, readPublicFragments } from '../public-fragments.ts';
import type { ReleaseContext } from '../release-context.ts';
import { invalidRequest } from '../wire-error.ts';
import { ANSWER_TIMEOUT_MS } from './answer-settings.ts';
import type { AskPorts } from './ask-archive.ts';

/** What a check needs besides the request. */
export interface VerifyPorts extends Pick<AskPorts, 'answers' | 'stopping'> {
  index: ServedIndex;
  signal?: AbortSignal;
}

/** Most passages that one request may cite. */
const VERIFY_MAX_PASSAGES = 50;

/** Ids of what is cited, each once. @throws {WireError} `invalid-request`, when there are too many */
export function citedIds(sentences: readonly ClaimedSentence[]): string[] {
  const ids = new Set(sentences.flatMap(({ citations }) => citations.map(({ fragmentId }) => fragmentId)));
  if (ids.size > VERIFY_MAX_PASSAGES)
    throw invalidRequest('the answer cites too many passages', [
      { field: 'sentences', message: `cite more than ${VERIFY_MAX_PASSAGES} passages` },
    ]);
  return [...ids];
}

/** Checks an answer on behalf of a caller. */
export async function verifyAgainstArchive(
  { question, sentences, judge }: VerifyRequest,
  { index, answers, stopping, signal }: VerifyPorts,
  context: ReleaseContext,
): Promise<AnswerVerification> {
  const passages = await readPublicFragments(index, citedIds(sentences), context);
  const report = await verifyInTurn(question, sentences, passages, signal);
  const { model, timeoutMs = ANSWER_TIMEOUT_MS } = answers;
  if (judge !== true || model === undefined) return report;
  const time = AbortSignal.timeout(timeoutMs);
  const until = stopping === undefined ? time : AbortSignal.any([time, stopping]);
  const judged = await judgeFaithfulness(
    question,
    sentences,
    passages,
    boundedModel(model, until),
    signal === undefined ? {} : { signal },
  );
  return { ...report, judged };
}

/** The same report as for all sentences at once: no check of one looks at another. */
async function verifyInTurn(
  question: string,
  sentences: readonly ClaimedSentence[],
  passages: readonly PublicFace[],
  signal: AbortSignal | undefined,
): Promise<AnswerVerification> {
  const whole = verifyAnswer(question, [], passages);
  for (const [at, sentence] of sentences.entries()) {
    signal?.throwIfAborted();
    const one = verifyAnswer(question, [sentence], passages);
    for (const [which, { findings }] of one.checks.entries())
      whole.checks[which]?.findings.push(...findings.map(({ message }) => ({ sentence: at + 1, message })));
    await setImmediate();
  }
  const checks = whole.checks.map((check) => ({ ...check, pass: check.findings.length === 0 }));
  return { ...whole, pass: checks.every(({ pass }) => pass), checks };
}
