/**
 * The ports of an evaluation over an index in this process: the search of a server, its answers, all it could release.
 */
import { type AnswerModel, answerQuestion, type ModelError, verifyAnswer } from '@archive/answer';
import { searchInProcess } from '@archive/api';
import type { Answer } from '@archive/contract';
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
  // Answers rest on what vectors find, as the server's do: words alone bring passages that share one and answer nothing.
  const evidence = searchInProcess({ index, embedder, now: () => new Date(), profile: 'plain' })(
    'evaluation',
  );
  return {
    search,
    ask: async (request, options) => {
      const response = await evidence(request, options);
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
