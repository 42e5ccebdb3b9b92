/**
 * Answers one search request from one served index: embed, search by words and vectors, envelope.
 *
 * When the question cannot be embedded and the index can be searched by words, words alone answer, and the answer says so.
 *
 * The only place of the server where a question meets an index. It holds evidence hits and counts, never a scored
 * fragment, and says whether anything private took part, which decides how the answer may be cached (decisions 1.12).
 */
import {
  type EvidenceHit,
  LIMIT_DEFAULT,
  type SearchRemarks,
  type SearchRequest,
  type SearchResponse,
  toSearchResponse,
} from '@archive/contract';
import type { Embedder } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import {
  canonicalQuery,
  didYouMean,
  hitHighlights,
  readQuerySyntax,
  type BoostPlugin,
  type Ceiling,
  type SearchOptions,
  type SearchProfile,
  searchWithCounts,
} from '@archive/retrieve';
import { embedderUnavailable, embedQuery } from './embed-query.ts';
import { type CountedVectors, isNotCounted, markedAs, type QuestionEmbedder } from './question-embedder.ts';
import { release } from './release.ts';
import { errorName } from './request-log.ts';
import type { Reranker } from './rerank/http-reranker.ts';
import { RERANK_POOL, rerankPlugin } from './rerank/rerank-plugin.ts';
import { narrowedToPublic, type ReleaseContext } from './release-context.ts';
import { WireError } from './wire-error.ts';

/** What a search needs besides the request. */
export interface SearchPorts {
  index: ServedIndex;
  embedder: Embedder;
  /** The moment that counts as now, for recency. */
  now: Date;
  embedTimeoutMs: number;
  signal?: AbortSignal;
  /** Reads the best public passages once more; default: nobody does. */
  reranker?: Reranker;
  /** Default `hybrid`; `plain` is for comparison. */
  profile?: SearchProfile;
  /** Whether an answer by words alone will not do: then an embedder that fails is an error. */
  needsVector?: boolean;
  /** Embeds within the limits of the caller; default: straight away. */
  questions?: QuestionEmbedder;
  /** Is told that the reranker failed, and the class of its failure. */
  onRerankFailure?: (error: string) => void;
  /** Is told the question, where the operator wants it written down. */
  onQuestion?: (query: string) => void;
}

/** An answer, and whether it may be kept. */
export interface ArchiveAnswer {
  response: SearchResponse;
  /** Nothing private was returned (what was not is in no count either, decision 9), and nothing had to be done without. */
  mayBeKept: boolean;
}

/** Searches the archive on behalf of a caller. */
export async function searchArchive(
  request: SearchRequest,
  ports: SearchPorts,
  context: ReleaseContext,
): Promise<ArchiveAnswer> {
  const { index, embedder, now, embedTimeoutMs, signal, needsVector, questions, onQuestion } = ports;
  const { profile = 'hybrid' } = ports;
  onQuestion?.(request.q);
  // Marks say how words are to be read; a vector knows nothing of them.
  const text = profile === 'plain' ? request.q : readQuerySyntax(request.q).plain;
  const stop = signal === undefined ? {} : { signal };
  const embedded = await (questions === undefined
    ? embedQuery(embedder, text, { timeoutMs: embedTimeoutMs, ...stop }).then((vectors) => ({
        ...vectors,
        isPublicOnly: false,
      }))
    : questions.embed({ text, caller: context.caller, lane: 'anonymous', embedder, ...stop })
  )
    .then((vectors) => comparable(vectors, index))
    .catch((error: unknown) => {
      if (signal?.aborted === true || needsVector === true || !canDoWithout(error, index)) throw error;
      return { ...WORDS_ALONE, isPublicOnly: isNotCounted(error) };
    });
  const { queryVector, privateQueryVector, isPublicOnly } = embedded;
  // Whoever asks plainly reads no marks, when words alone have to do as well.
  const asked = profile === 'plain' ? readQuerySyntax(request.q).plain : request.q;
  const query = queryVector === undefined ? asked : request.q;
  const allowed = isPublicOnly ? narrowedToPublic(context) : context;
  const scoreCap = index.scoreCap ?? embedder.scoreCap;
  const { limit = LIMIT_DEFAULT } = request;
  const options: SearchOptions = {
    profile: queryVector === undefined ? 'hybrid' : profile,
    limit,
    recency: request.recency ?? 'none',
    asOf: now,
    privateCounts: 'returned',
    ...(request.filters === undefined ? {} : { filters: request.filters }),
    ...(embedder.defaultFloor === undefined ? {} : { embedderFloor: embedder.defaultFloor }),
    ...(scoreCap === undefined ? {} : { scoreCap }),
    ...(privateQueryVector === undefined ? {} : { privateQueryVector }),
  };
  const reread = await rereadBy(ports, context, (ceiling) => {
    const filters = { ...request.filters, exposure: ['text' as const] };
    const first = { ...options, limit: RERANK_POOL, filters, ...(ceiling === undefined ? {} : { ceiling }) };
    return { query: text, hits: searchWithCounts(queryVector, query, index, first).hits };
  });
  if (reread !== undefined) options.morePlugins = [reread];
  const remarks: SearchRemarks = queryVector === undefined ? { degraded: 'lexical' } : {};
  // Questions that differ in their marks alone are one measurement: the same vectors, and what faces show.
  return await release(allowed, { index, measurement: canonicalQuery(text) }, (ceiling) => {
    const outcome = searchWithCounts(queryVector, query, index, {
      ...options,
      ...(ceiling === undefined ? {} : { ceiling }),
      // What a ledger narrows is never public; a ceiling of the operator's own may be about anything.
      ...(context.ceiling === undefined ? { ceilingCovers: 'private' } : {}),
    });
    const marked = mark(outcome.hits, query);
    // A suggestion is made of words of public text, which only a ceiling of the operator's own could withhold.
    const isWanted = context.ceiling === undefined && marked < Math.min(FEW_TEXTS, limit);
    const other = isWanted ? suggestion(query, index) : {};
    return {
      value: {
        response: toSearchResponse(request, outcome, index, { ...remarks, ...other }),
        mayBeKept: queryVector !== undefined && outcome.hits.every(({ raw }) => raw === 'public'),
      },
      hits: outcome.hits,
    };
  });
}

/** Another spelling is looked for when fewer texts of the answer than this hold a word of the question. */
const FEW_TEXTS = 3;

/** What there is of a question that could not be embedded. */
const WORDS_ALONE: Partial<CountedVectors> = {};

/** What a reranker says of public text, under the ceiling of the operator alone: nothing of it is released here. */
async function rereadBy(
  { reranker, signal, onRerankFailure }: SearchPorts,
  { ceiling }: ReleaseContext,
  find: (ceiling: Ceiling | undefined) => { query: string; hits: readonly EvidenceHit[] },
): Promise<BoostPlugin | undefined> {
  if (reranker === undefined) return undefined;
  const { query, hits } = find(ceiling);
  return rerankPlugin(reranker, query, hits, {
    ...(signal === undefined ? {} : { signal }),
    onFailure: (error) => onRerankFailure?.(errorName(error)),
  });
}

function suggestion(query: string, index: ServedIndex): Pick<SearchRemarks, 'didYouMean'> {
  const { lexical } = index;
  const other = lexical === undefined ? undefined : didYouMean(query, lexical, index);
  return other === undefined ? {} : { didYouMean: other };
}

/** Says of each text hit where words of the question stand in it. @returns how many texts hold any */
function mark(hits: readonly EvidenceHit[], query: string): number {
  let marked = 0;
  for (const hit of hits) {
    if (hit.exposure !== 'text') continue;
    const found = hitHighlights(hit, query);
    if (found.length === 0) continue;
    hit.highlights = found;
    marked++;
  }
  return marked;
}

/** The vectors, if there is something to compare them with: one that is not finite is a fault of the embedder. */
function comparable(vectors: CountedVectors, { dimensions }: ServedIndex): CountedVectors {
  for (const vector of [vectors.queryVector, vectors.privateQueryVector ?? vectors.queryVector]) {
    const isUsable = vector.length === dimensions && vector.every(Number.isFinite) && vector.some(Boolean);
    if (!isUsable) throw markedAs(embedderUnavailable(undefined), vectors.isPublicOnly);
  }
  return vectors;
}

/** Whether words may answer in place of an embedder that failed; a refusal of ours stays one. */
function canDoWithout(error: unknown, { lexical }: ServedIndex): boolean {
  return lexical !== undefined && error instanceof WireError && error.wireCode === 'embedder-unavailable';
}
