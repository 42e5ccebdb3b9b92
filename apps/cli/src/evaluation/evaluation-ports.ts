/**
 * The ports of an evaluation over an index in this process: the search of a server, its answers, all it could release.
 */
import { type AnswerModel, answerQuestion, verifyAnswer } from '@archive/answer';
import { searchInProcess } from '@archive/api';
import type { SearchRequest, SearchResponse } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import type { EvalPorts } from '@archive/evaluation';
import type { ServedIndex } from '@archive/index/served';
import { releasable } from '@archive/retrieve';

/** Opens the ports. Without a model answers are quoted. */
export function evaluationPorts(
  index: ServedIndex,
  embedder: Embedder,
  model?: AnswerModel,
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
    ask: async (request, options) =>
      answerQuestion(request.q, found.get(request) ?? (await search(request, options)), {
        ...options,
        ...(model === undefined ? {} : { model }),
      }),
    verify: verifyAnswer,
    releasable: () => releasable(index),
    now: () => performance.now(),
  };
}
