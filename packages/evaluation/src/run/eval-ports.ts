/**
 * What an evaluation needs from outside.
 */
import type {
  Answer,
  AnswerVerification,
  ClaimedSentence,
  EvidenceHit,
  Search,
  SearchRequest,
} from '@archive/contract';

/** Answers a question. */
export type Ask = (request: SearchRequest, options?: { signal?: AbortSignal }) => Promise<Answer>;

/** The ports of a run. */
export interface EvalPorts {
  search: Search;
  /** Present when answers are to be judged as well. */
  ask?: Ask;
  /** Checks prose against the passages it cites; see `verifyAnswer` of `@archive/answer`. */
  verify?: (
    question: string,
    sentences: readonly ClaimedSentence[],
    hits: readonly EvidenceHit[],
  ) => AnswerVerification;
  /** Everything the archive could release, once. Absent over a network: then what was seen is swept. */
  releasable?: () => Iterable<EvidenceHit>;
  /** A clock that only rises, in milliseconds. */
  now: () => number;
}
