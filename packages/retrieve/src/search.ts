/**
 * From a query vector to evidence hits: the served path.
 *
 * Everything that shows (membership, order, counts, caps) is a function of released scores, never of what rounding hides
 * (decisions 1.1). In this order: filter, measure, round what is not exposed as text, boost, floor, project, ceiling,
 * twins, sort, post-rank, count, cap.
 *
 * Invariant: a hit that is withheld leaves no more trace than a fragment that was never there.
 */
import {
  type EvidenceHit,
  type Raw,
  SERVED_EXPOSURES,
  type SearchOutcome,
  type ServedExposure,
} from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import { capExposure } from './cap-exposure.ts';
import { askCeiling } from './ceiling.ts';
import { addOnGrid, coarseScore, isOnGrid, roundDownToGrid, roundUpToGrid } from './coarse-score.ts';
import type { RetrievalIndex } from './index-port.ts';
import { type Ceiling, resolveFloor, resolveScoreCap, type SearchOptions } from './options.ts';
import type { ReadyPlugin } from './plugin.ts';
import { recency } from './plugins/index.ts';
import { applyPostRank } from './post-rank.ts';
import { project } from './project.ts';
import {
  applyCaps,
  type Candidate,
  compareIds,
  defaultPlugins,
  dropTwins,
  measureCandidates,
  readyQuestion,
} from './rank.ts';
import { scoreCandidate } from './retrieve.ts';

/**
 * Searches the served fragments of an index and returns what may be released, best first.
 *
 * Order: released score falling; ties: public first, then fragment id by code unit. Neither limit given means 8 public
 * and 8 private hits in one list. The floor is rounded up to the 0.05 grid and holds for every hit, inclusive. With a
 * `recency` other than `none` and no `plugins`, the recency plugin joins the default set on public fragments.
 *
 * @param queryVector  as long as the index is wide; finite, not zero
 * @param query        the words, for plugins
 * @throws {QueryVectorError | SearchOptionsError | RetrievalIndexError | CrossingError}
 */
export function search(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions = {},
): EvidenceHit[] {
  return searchWithCounts(queryVector, query, index, options).hits;
}

/**
 * Searches as {@link search} does, and counts.
 *
 * `matched` counts hits at or above the floor after filters, ceiling and `postRank`, before any cap; `excludedUndated`
 * counts fragments that passed every other filter and were dropped for carrying no date. Under `privateCounts: returned`
 * private fragments count in `matched` when they are returned, and in `excludedUndated` never.
 */
export function searchWithCounts(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions = {},
): SearchOutcome {
  const { ceiling, filters, postRank } = options;
  const floor = roundUpToGrid(resolveFloor(options, index));
  const cap = roundDownToGrid(resolveScoreCap(options, index) ?? Number.POSITIVE_INFINITY);
  const question = readyQuestion(queryVector, query, index, withRecency(options), {
    ...filters,
    exposure: filters?.exposure ?? [...SERVED_EXPOSURES],
  });
  const { candidates, undated } = measureCandidates(question);

  const released: Released[] = [];
  for (const candidate of candidates) {
    const hit = scoreReleased(candidate, question.plugins, cap);
    if (hit.score < floor) continue;
    const seen =
      ceiling === undefined ? { candidate, hit } : underCeiling({ candidate, hit }, ceiling, floor, cap);
    if (seen !== undefined && seen.hit.score >= floor) released.push(seen);
  }
  const ranked = dropTwins(released, question.prepared, ({ candidate }) => candidate).sort(byReleasedScore);
  const passed = afterPostRank(ranked, (hits) => applyPostRank(postRank, hits, question.context));
  const capped = applyCaps(passed, question.caps, rawOfReleased);
  const isCounted = (raw: Raw): boolean => raw === 'public' || options.privateCounts !== 'returned';
  return {
    hits: capped.map(cross),
    matched:
      passed.filter((hit) => isCounted(rawOfReleased(hit))).length +
      capped.filter((hit) => !isCounted(rawOfReleased(hit))).length,
    excludedUndated: undated.filter(
      (candidate) =>
        isCounted(candidate.fragment.disclosure.raw) &&
        (ceiling === undefined || isThere(candidate, ceiling)),
    ).length,
  };
}

function rawOfReleased({ candidate }: Released): Raw {
  return candidate.fragment.disclosure.raw;
}

/** A hit as it will be released: every number in it already is. */
interface Released {
  readonly candidate: Candidate;
  readonly hit: ScoredHit;
  /** The most it may show, where a ceiling said so. */
  readonly most?: ServedExposure;
}

function withRecency(options: SearchOptions): SearchOptions {
  if (options.plugins !== undefined || (options.recency ?? 'none') === 'none') return options;
  return { ...options, plugins: [...defaultPlugins(), recency()] };
}

/** Scores exactly what is exposed as text; rounds the similarity of anything else before it adds whole twentieths. */
function scoreReleased(candidate: Candidate, plugins: readonly ReadyPlugin[], cap: number): ScoredHit {
  const { fragment, entity } = candidate;
  if (fragment.disclosure.exposure === 'text') return scoreCandidate(candidate, plugins);
  const cosine = coarseScore(candidate.cosine);
  let score = cosine;
  for (const plugin of plugins) {
    if (!plugin.coarse) continue;
    const boost = plugin.score(fragment, entity);
    if (isOnGrid(boost)) score = addOnGrid(score, boost);
  }
  score = Math.min(score, cap);
  return { fragment, entity, cosine, score, breakdown: {} };
}

function underCeiling(
  { candidate, hit }: Released,
  ceiling: Ceiling,
  floor: number,
  cap: number,
): Released | undefined {
  const allowance = askCeiling(project(hit), ceiling);
  if (allowance === undefined) return undefined;
  const most = allowance.exposure;
  if (most === 'text' && hit.fragment.disclosure.exposure === 'text') return { candidate, hit };
  const { fragment, entity } = hit;
  const score = allowance.atFloor ? floor : Math.min(coarseScore(hit.score), cap);
  return {
    candidate,
    hit: { fragment, entity, cosine: coarseScore(hit.cosine), score, breakdown: {} },
    most,
  };
}

function cross({ hit, most }: Released): EvidenceHit {
  return most === undefined ? project(hit) : capExposure(project(hit), most);
}

/** Whether a fragment left out for its missing date may be counted: a ceiling that withholds it makes it absent. */
function isThere({ fragment, entity }: Candidate, ceiling: Ceiling): boolean {
  return askCeiling(project({ fragment, entity, cosine: 0, score: 0, breakdown: {} }), ceiling) !== undefined;
}

function byReleasedScore(a: Released, b: Released): number {
  const [left, right] = [a.candidate.fragment, b.candidate.fragment];
  return (
    b.hit.score - a.hit.score ||
    layerRank(left.disclosure.raw) - layerRank(right.disclosure.raw) ||
    compareIds(left.id, right.id)
  );
}

function layerRank(raw: 'public' | 'private'): number {
  return raw === 'public' ? 0 : 1;
}

/** Runs the passes over the hits alone, and finds again what belongs to each. */
function afterPostRank(
  ranked: readonly Released[],
  run: (hits: readonly ScoredHit[]) => readonly ScoredHit[],
): readonly Released[] {
  const hits = ranked.map(({ hit }) => hit);
  const passed = run(hits);
  if (passed === hits) return ranked;
  const owner = new Map(ranked.map((each) => [each.hit, each]));
  return passed.map((hit) => owner.get(hit) as Released);
}
