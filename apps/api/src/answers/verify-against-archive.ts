/**
 * Checks somebody's answer against the passages it cites, as far as they are public.
 *
 * A passage that is private, described, located, withheld, taken down or not there does not resolve, whichever it is:
 * private ones are not even looked up, so that nothing is charged for what nobody is told. A check is work: sentences are
 * held against every passage that is cited, so both are bounded, and others are answered between one sentence and the next.
 */
import { setImmediate } from 'node:timers/promises';
import { boundedModel, judgeFaithfulness, verifyInTurn } from '@archive/answer';
import type { AnswerVerification, ClaimedSentence, VerifyRequest } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import { readPublicFragments } from '../public-fragments.ts';
import type { ReleaseContext } from '../release-context.ts';
import { invalidRequest } from '../wire-error.ts';
import { ANSWER_TIMEOUT_MS } from './answer-settings.ts';
import type { AskPorts } from './ask-archive.ts';

/** What a check needs besides the request. */
export interface VerifyPorts extends Pick<AskPorts, 'answers' | 'stopping' | 'onModelFailure'> {
  index: ServedIndex;
  signal?: AbortSignal;
}

/** Most passages that one request may cite. */
const VERIFY_MAX_PASSAGES = 50;

/** Ids of what is cited, each once. @throws {WireError} `invalid-request`, when there are too many */
function citedIds(sentences: readonly ClaimedSentence[]): string[] {
  const ids = new Set(sentences.flatMap(({ citations }) => citations.map(({ fragmentId }) => fragmentId)));
  if (ids.size > VERIFY_MAX_PASSAGES)
    throw invalidRequest('the answer cites too many passages', [
      { field: 'sentences', message: `cite more than ${VERIFY_MAX_PASSAGES} passages` },
    ]);
  return [...ids];
}

/** What a check is charged by: characters of each sentence, times the passages that any of them cites. */
export function workOf(sentences: readonly ClaimedSentence[]): number {
  const passages = citedIds(sentences).length;
  return sentences.reduce((sum, { text }) => sum + text.length * passages, 0);
}

/** Checks an answer on behalf of a caller. */
export async function verifyAgainstArchive(
  { question, sentences, judge }: VerifyRequest,
  { index, answers, stopping, signal, onModelFailure }: VerifyPorts,
  context: ReleaseContext,
): Promise<AnswerVerification> {
  const passages = await readPublicFragments(index, citedIds(sentences), context);
  const ends = signal === undefined ? {} : { signal };
  const report = await verifyInTurn(question, sentences, passages, { giveWay: setImmediate, ...ends });
  const { model, timeoutMs = ANSWER_TIMEOUT_MS } = answers;
  if (judge !== true || model === undefined) return report;
  const time = AbortSignal.timeout(timeoutMs);
  const until = stopping === undefined ? time : AbortSignal.any([time, stopping]);
  const bounded = boundedModel(model, until, timeoutMs);
  const judged = await judgeFaithfulness(question, sentences, passages, bounded, {
    ...ends,
    onModelFailure: (error) => {
      if (stopping?.aborted !== true) onModelFailure?.(error);
    },
  });
  return { ...report, judged };
}
