/**
 * The ranking core: filter, score, boost, floor, sort, cap. Internal to the private side; what it returns never leaves.
 *
 * Scores are exact here, private ones too. Whoever serves callers uses `search`, which never shows one.
 */
import type { ScoredHit } from '@archive/contract/private';
import type { RetrievalIndex } from './index-port.ts';
import { resolveFloor, type RetrieveOptions } from './options.ts';
import type { ReadyPlugin } from './plugin.ts';
import { applyPostRank } from './post-rank.ts';
import {
  applyCaps,
  type Candidate,
  compareIds,
  dropTwins,
  measureCandidates,
  readyQuestion,
} from './rank.ts';

/** What `retrieveWithCounts` yields. */
export interface RetrieveOutcome {
  /** Best first: score falling, then fragment id by code unit, then as `postRank` left them. */
  hits: ScoredHit[];
  /** Hits at or above the floor after filters and `postRank`, before any cap. */
  matched: number;
  /** Fragments that passed every other filter and were dropped for carrying no date. */
  excludedUndated: number;
}

/**
 * Ranks the fragments of an index for a query.
 *
 * Covers every fragment the filters let through, exposures `none` included unless `filters.exposure` says otherwise.
 * Neither limit given means 8 public and 8 private hits in one ranked list.
 *
 * @param queryVector  as long as the index is wide; finite, not zero
 * @param query        the words, for plugins
 * @returns            best first: score falling, ties by fragment id in code-unit order
 * @throws {QueryVectorError | SearchOptionsError | RetrievalIndexError}
 */
export function retrieve(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: RetrieveOptions = {},
): ScoredHit[] {
  return retrieveWithCounts(queryVector, query, index, options).hits;
}

/** Ranks as {@link retrieve} does, and counts what matched and what was dropped for carrying no date. */
export function retrieveWithCounts(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: RetrieveOptions = {},
): RetrieveOutcome {
  const floor = resolveFloor(options, index);
  const question = readyQuestion(queryVector, query, index, options, options.filters);
  const { candidates, undated } = measureCandidates(question);
  const scored = candidates
    .map((candidate) => ({ candidate, hit: scoreCandidate(candidate, question.plugins) }))
    .filter(({ hit }) => hit.score >= floor);
  const ranked = dropTwins(scored, question.prepared, ({ candidate }) => candidate)
    .map(({ hit }) => hit)
    .sort((a, b) => b.score - a.score || compareIds(a.fragment.id, b.fragment.id));
  const passed = applyPostRank(options.postRank, ranked, question.context);
  return {
    hits: applyCaps(passed, question.caps, ({ fragment }) => fragment.disclosure.raw),
    matched: passed.length,
    excludedUndated: undated.length,
  };
}

/** Adds the boosts to a cosine, in the order of the plugins. */
export function scoreCandidate(
  { fragment, entity, cosine }: Candidate,
  plugins: readonly ReadyPlugin[],
): ScoredHit {
  const breakdown: Record<string, number> = { cosine };
  let score = cosine;
  for (const plugin of plugins) {
    const boost = plugin.score(fragment, entity);
    if (boost === 0) continue;
    breakdown[plugin.name] = boost;
    score += boost;
  }
  return { fragment, entity, cosine, score, breakdown };
}

/** Splits hits by raw layer; each part keeps the order. */
export function partitionByRaw(hits: readonly ScoredHit[]): { public: ScoredHit[]; private: ScoredHit[] } {
  return {
    public: hits.filter(({ fragment }) => fragment.disclosure.raw === 'public'),
    private: hits.filter(({ fragment }) => fragment.disclosure.raw === 'private'),
  };
}
