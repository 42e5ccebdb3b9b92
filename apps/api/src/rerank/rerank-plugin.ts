/**
 * Asks a reranker about the best public passages, and makes its answer a boost of theirs.
 *
 * A search goes first, of what is exposed as text alone and of what the operator's own ceiling leaves of it. The boost
 * stands in the breakdown of a hit; what is not exposed as text gets none. When the reranker fails or takes too long the
 * search is the one without it, and after three failures in a row it is left alone for a while.
 */
import type { EvidenceHit } from '@archive/contract';
import type { BoostPlugin } from '@archive/retrieve';
import { type Rest, restAfterFailures } from '../rest-after-failures.ts';
import type { Reranker } from './http-reranker.ts';

/** Most that a boost adds, in the unit of a cosine: about what words can, so that a sure reader outweighs them. */
const RERANK_BOOST = 3;
/** Passages that are read. */
export const RERANK_POOL = 30;
/** How long a reranker may take, in milliseconds. */
const RERANK_TIMEOUT_MS = 3_000;

const restOfAll = restAfterFailures<Reranker>();

/** Whom {@link rerankPlugin} listens to, and who is told. */
interface RerankCall {
  /** Ends the wait when the caller went away. */
  signal?: AbortSignal;
  /** Who rests after failures; default: those of the process. */
  rest?: Rest<Reranker>;
  /** Is told each failure. */
  onFailure?: (error: unknown) => void;
}

/** Makes the plugin; undefined when there is nothing to add. */
export async function rerankPlugin(
  reranker: Reranker,
  query: string,
  hits: readonly EvidenceHit[],
  { signal, rest = restOfAll, onFailure }: RerankCall = {},
): Promise<BoostPlugin | undefined> {
  const texts = hits.flatMap((hit) => (hit.exposure === 'text' ? [hit] : [])).slice(0, RERANK_POOL);
  if (texts.length < 2 || !rest.mayAsk(reranker)) return undefined;
  const time = AbortSignal.timeout(RERANK_TIMEOUT_MS);
  try {
    const scores = await reranker.score(
      query,
      texts.map(({ entity, text }) => (entity.title === '' ? text : `${entity.title}\n\n${text}`)),
      signal === undefined ? time : AbortSignal.any([time, signal]),
    );
    rest.note(reranker, 'worked');
    const boosts = new Map(texts.map(({ fragmentId }, at) => [fragmentId, RERANK_BOOST * (scores[at] ?? 0)]));
    return {
      name: 'rerank',
      score: ({ id, disclosure }) => (disclosure.exposure === 'text' ? (boosts.get(id) ?? 0) : 0),
    };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    rest.note(reranker, 'failed');
    onFailure?.(error);
    return undefined;
  }
}
