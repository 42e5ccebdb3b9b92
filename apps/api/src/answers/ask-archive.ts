/**
 * Answers a question from one served index: a search like any other, and what is written from its hits.
 *
 * Invariant: an answer is made of hits that were released to this caller and charged; whoever writes it sees nothing else.
 */
import { answerQuestion, boundedModel, type ModelError } from '@archive/answer';
import type { Answer, AnswerStep, SearchRequest, SearchResponse } from '@archive/contract';
import type { ReleaseContext } from '../release-context.ts';
import { searchArchive, type SearchPorts } from '../search-archive.ts';
import { ANSWER_TIMEOUT_MS, type AnswerSettings } from './answer-settings.ts';

/** What an answer needs besides the request. */
export interface AskPorts {
  search: SearchPorts;
  answers: AnswerSettings;
  /** Fires when the server is about to stop: then a model is not waited for. */
  stopping?: AbortSignal;
  /** Is told what is being done. */
  onStep?: (step: AnswerStep) => void;
  /** Is told why the model gave no reply; not that it was no longer waited for. */
  onModelFailure?: (error: ModelError) => void;
}

/** An answer, and the response of the search it was made from. */
export interface AskedArchive {
  answer: Answer;
  response: SearchResponse;
}

/**
 * Answers a question on behalf of a caller.
 *
 * @throws the reason of `search.signal` when the caller has gone
 */
export async function askArchive(
  request: SearchRequest,
  { search, answers, stopping, onStep, onModelFailure }: AskPorts,
  context: ReleaseContext,
): Promise<AskedArchive> {
  onStep?.('searching');
  // Words alone bring passages that share one and answer nothing: what is written rests on what vectors find.
  const { response } = await searchArchive(request, { ...search, profile: 'plain' }, context);
  const { model, timeoutMs = ANSWER_TIMEOUT_MS } = answers;
  const time = AbortSignal.timeout(timeoutMs);
  const until = stopping === undefined ? time : AbortSignal.any([time, stopping]);
  const answer = await answerQuestion(request.q, response, {
    ...(model === undefined ? {} : { model: boundedModel(model, until, timeoutMs) }),
    ...(search.signal === undefined ? {} : { signal: search.signal }),
    ...(onStep === undefined ? {} : { onStep }),
    onModelFailure: (error) => {
      if (stopping?.aborted !== true) onModelFailure?.(error);
    },
  });
  return { answer, response };
}
