/**
 * Checks somebody's answer against the passages it cites, as far as they are public.
 *
 * A passage that is private, described, located, withheld, taken down or not there does not resolve, whichever it is:
 * private ones are not even looked up, so that nothing is charged for what nobody is told.
 */
import { boundedModel, judgeFaithfulness, verifyAnswer } from '@archive/answer';
import type { AnswerVerification, VerifyRequest } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import type { ReleaseContext } from '../release-context.ts';
import { readPublicFragments } from '../public-fragments.ts';
import { ANSWER_TIMEOUT_MS } from './answer-settings.ts';
import type { AskPorts } from './ask-archive.ts';

/** What a check needs besides the request. */
export interface VerifyPorts extends Pick<AskPorts, 'answers' | 'stopping'> {
  index: ServedIndex;
  signal?: AbortSignal;
}

/** Checks an answer on behalf of a caller. */
export async function verifyAgainstArchive(
  { question, sentences, judge }: VerifyRequest,
  { index, answers, stopping, signal }: VerifyPorts,
  context: ReleaseContext,
): Promise<AnswerVerification> {
  const cited = new Set(sentences.flatMap(({ citations }) => citations.map(({ fragmentId }) => fragmentId)));
  const passages = await readPublicFragments(index, [...cited], context);
  const report = verifyAnswer(question, sentences, passages);
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
