/**
 * The ports of an evaluation over an index in this process: the search of a server, its answers, all it could release.
 */
import { type AnswerModel, answerQuestion, type ModelError, verifyAnswer } from '@archive/answer';
import { searchInProcess } from '@archive/api';
import type { Answer, SearchRequest, SearchResponse } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import type { EvalPorts } from '@archive/evaluation';
import type { ServedIndex } from '@archive/index/served';
import { releasable } from '@archive/retrieve';

/** Who answers, and who is told of it. */
interface EvaluatedAnswers {
  /** Default: answers are quoted. */
  model?: AnswerModel | undefined;
  onModelFailure?: (error: ModelError) => void;
  onAnswer?: (answer: Answer) => void;
}

/** Opens the ports. */
export function evaluationPorts(
  index: ServedIndex,
  embedder: Embedder,
  { model, onModelFailure, onAnswer }: EvaluatedAnswers = {},
): Required<Pick<EvalPorts, 'ask' | 'verify' | 'releasable'>> & EvalPorts {
  const search = searchInProcess({ index, embedder, now: () => new Date() })('evaluation');
  // A query is answered from the very response it was judged by.
  const found = new WeakMap<SearchRequest, SearchResponse>();
  return {
    search: async (request, options) => {
      const response = await search(request, options);
      found.set(request, response);
      return response;
    },
    ask: async (request, options) => {
      const response = found.get(request) ?? (await search(request, options));
      const answer = await answerQuestion(request.q, response, {
        ...options,
        ...(model === undefined ? {} : { model }),
        ...(onModelFailure === undefined ? {} : { onModelFailure }),
      });
      onAnswer?.(answer);
      return answer;
    },
    verify: verifyAnswer,
    releasable: () => releasable(index),
    now: () => performance.now(),
  };
}
