/**
 * The ranking core: filter, score, boost, floor, sort, cap. Internal to the private side; what it returns never leaves.
 *
 * Scores are exact here, private ones too. Whoever serves callers uses `search`, which never shows one.
 */
import type { Raw } from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import { PUBLIC, RAW_NAMES, TEXT } from './columns/column-values.ts';
import type { RetrievalIndex } from './index-port.ts';
import { resolveFloor, type RetrieveOptions } from './options.ts';
import { applyPostRank } from './post-rank.ts';
import { applyCaps, dropTwinRows, mostOf, readyQuestion } from './rank.ts';
import { boostsOf, breakdownOf, placeIn, plainScores } from './select/boosts.ts';
import type { ScoredRow } from './select/select-best.ts';
import { selectText } from './select/select-text.ts';
import { measureAll } from './similarity.ts';

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
  const { prepared, lanes, caps, plugins, vectors, context } = question;
  const { columns } = prepared;
  const ranksAll = (options.postRank ?? []).length > 0;

  const textBoosts = boostsOf(plugins, prepared, lanes.text);
  const text = selectText(
    question,
    textBoosts,
    floor,
    ranksAll ? Number.POSITIVE_INFINITY : mostOf(caps, PUBLIC),
  );
  const otherBoosts = boostsOf(plugins, prepared, lanes.other);
  const { at, positions } = plainScores(otherBoosts);
  const others: ScoredRow[] = [];
  measureAll(index, columns, lanes.other, vectors.coarse, (position, cosine) => {
    const k = placeIn(positions, position);
    const score = k < 0 ? cosine : at(k, cosine);
    if (score >= floor) others.push({ position, cosine, score });
  });
  const distinct = dropTwinRows(others, columns);
  const { idRank, raw } = columns;
  const ranked = [...text.best, ...distinct].sort(
    (a, b) => b.score - a.score || (idRank[a.position] as number) - (idRank[b.position] as number),
  );
  const layerOf = ({ position }: ScoredRow) => RAW_NAMES[raw[position] as number] as Raw;
  const hitOf = ({ position, cosine, score }: ScoredRow): ScoredHit => {
    const boosts = columns.exposure[position] === TEXT ? textBoosts : otherBoosts;
    return { ...prepared.read(position), cosine, score, breakdown: breakdownOf(boosts, position, cosine) };
  };
  const excludedUndated = lanes.undated.length;
  if (!ranksAll)
    return {
      hits: applyCaps(ranked, caps, layerOf).map(hitOf),
      matched: text.matched + distinct.length,
      excludedUndated,
    };
  const passed = applyPostRank(options.postRank, ranked.map(hitOf), context);
  return {
    hits: applyCaps(passed, caps, ({ fragment }) => fragment.disclosure.raw),
    matched: passed.length,
    excludedUndated,
  };
}

/** Splits hits by raw layer; each part keeps the order. */
export function partitionByRaw(hits: readonly ScoredHit[]): { public: ScoredHit[]; private: ScoredHit[] } {
  return {
    public: hits.filter(({ fragment }) => fragment.disclosure.raw === 'public'),
    private: hits.filter(({ fragment }) => fragment.disclosure.raw === 'private'),
  };
}
