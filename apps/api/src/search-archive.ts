/**
 * Answers one search request from one served index: embed, search, envelope.
 *
 * The only place of the server where a question meets an index. It holds evidence hits and counts, never a scored
 * fragment, and says whether anything private took part, which decides how the answer may be cached (decisions 1.12).
 */
import { LIMIT_DEFAULT, type SearchRequest, type SearchResponse, toSearchResponse } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import { canonicalQuery, QueryVectorError, type SearchOptions, searchWithCounts } from '@archive/retrieve';
import { embedderUnavailable, embedQuery } from './embed-query.ts';
import type { QuestionEmbedder } from './question-embedder.ts';
import { release } from './release.ts';
import { narrowedToPublic, type ReleaseContext } from './release-context.ts';

/** What a search needs besides the request. */
export interface SearchPorts {
  index: ServedIndex;
  embedder: Embedder;
  /** The moment that counts as now, for recency. */
  now: Date;
  embedTimeoutMs: number;
  signal?: AbortSignal;
  /** Embeds within the limits of the caller; default: straight away. */
  questions?: QuestionEmbedder;
  /** Is told the question, where the operator wants it written down. */
  onQuestion?: (query: string) => void;
}

/** An answer, and whether a private fragment was returned; one that was not is in no count either (decision 9). */
export interface ArchiveAnswer {
  response: SearchResponse;
  holdsPrivate: boolean;
}

/** Searches the archive on behalf of a caller. */
export async function searchArchive(
  request: SearchRequest,
  ports: SearchPorts,
  context: ReleaseContext,
): Promise<ArchiveAnswer> {
  const { index, embedder, now, embedTimeoutMs, signal, questions, onQuestion } = ports;
  onQuestion?.(request.q);
  const stop = signal === undefined ? {} : { signal };
  const { queryVector, privateQueryVector, isPublicOnly } = await (questions === undefined
    ? embedQuery(embedder, request.q, { timeoutMs: embedTimeoutMs, ...stop }).then((vectors) => ({
        ...vectors,
        isPublicOnly: false,
      }))
    : questions.embed({ text: request.q, caller: context.caller, lane: 'anonymous', embedder, ...stop }));
  const allowed = isPublicOnly ? narrowedToPublic(context) : context;
  const scoreCap = index.scoreCap ?? embedder.scoreCap;
  const options: SearchOptions = {
    limit: request.limit ?? LIMIT_DEFAULT,
    recency: request.recency ?? 'none',
    asOf: now,
    privateCounts: 'returned',
    ...(request.filters === undefined ? {} : { filters: request.filters }),
    ...(embedder.defaultFloor === undefined ? {} : { embedderFloor: embedder.defaultFloor }),
    ...(scoreCap === undefined ? {} : { scoreCap }),
    ...(privateQueryVector === undefined ? {} : { privateQueryVector }),
  };
  try {
    return await release(allowed, { index, measurement: canonicalQuery(request.q) }, (ceiling) => {
      const outcome = searchWithCounts(queryVector, request.q, index, {
        ...options,
        ...(ceiling === undefined ? {} : { ceiling }),
      });
      return {
        value: {
          response: toSearchResponse(request, outcome, index),
          holdsPrivate: outcome.hits.some(({ raw }) => raw === 'private'),
        },
        hits: outcome.hits,
      };
    });
  } catch (error) {
    // A vector nothing can be compared with is a fault of the embedder, not of the caller.
    throw error instanceof QueryVectorError ? embedderUnavailable(error) : error;
  }
}
