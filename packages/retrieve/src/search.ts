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
import { asksAboutText, isSpared } from './ceiling-cover.ts';
import { coarseScore, roundDownToGrid, roundUpToGrid } from './coarse-score.ts';
import { PRIVATE, PUBLIC, RAW_NAMES, TEXT } from './columns/column-values.ts';
import { SearchOptionsError } from './errors.ts';
import type { RetrievalColumns, RetrievalIndex } from './index-port.ts';
import { type Caps, type Ceiling, resolveFloor, resolveScoreCap, type SearchOptions } from './options.ts';
import { searchStages } from './pipeline/search-stages.ts';
import { recency } from './plugins/index.ts';
import { applyPostRank } from './post-rank.ts';
import type { FragmentOfWork } from './prepared-index.ts';
import { project } from './project.ts';
import { applyCaps, defaultPlugins, dropTwinRows, mostOf, readyQuestion } from './rank.ts';
import { boostsOf, breakdownOf, twentiethsOf } from './select/boosts.ts';
import { firstOf } from './select/first-of.ts';
import { narrowBest } from './select/narrow-best.ts';
import { selectCoarse } from './select/select-coarse.ts';
import type { ScoredRow } from './select/select-best.ts';
import { selectText } from './select/select-text.ts';

/**
 * Searches the served fragments of an index and returns what may be released, best first.
 *
 * Order: released score falling; ties: public first, then fragment id by code unit. Neither limit given means 8 public
 * and 8 private hits in one list. The floor is rounded up to the 0.05 grid and holds for every hit, inclusive. With a
 * `recency` other than `none` and no `plugins`, the recency plugin joins the default set on public fragments.
 *
 * @param queryVector  as long as the index is wide; finite, not zero; undefined, when the question cannot be embedded, only
 *   under `profile: 'hybrid'` in an index that can be searched by words
 * @param query        the words
 * @throws {QueryVectorError | SearchOptionsError | RetrievalIndexError | CrossingError}
 */
export function search(
  queryVector: ArrayLike<number> | undefined,
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
  queryVector: ArrayLike<number> | undefined,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions = {},
): SearchOutcome {
  if (isHybrid(options)) return searchStages(queryVector, query, index, withRecency(options));
  if (queryVector === undefined) throw withoutVector();
  const { ceiling, filters, postRank } = options;
  const floor = roundUpToGrid(resolveFloor(options, index));
  const cap = roundDownToGrid(resolveScoreCap(options, index) ?? Number.POSITIVE_INFINITY);
  const question = readyQuestion(queryVector, query, index, withRecency(options), {
    ...filters,
    exposure: filters?.exposure ?? [...SERVED_EXPOSURES],
  });
  const { prepared, lanes, caps, plugins, vectors, context } = question;
  const { columns } = prepared;
  const asksText = asksAboutText(options);
  const isCounted = (raw: Raw): boolean => raw === 'public' || options.privateCounts !== 'returned';
  const ranksAll = (postRank ?? []).length > 0;

  const textBoosts = boostsOf(plugins, prepared, lanes.text);
  const mostText = asksText || ranksAll ? Number.POSITIVE_INFINITY : mostOf(caps, PUBLIC);
  const text = selectText(question, textBoosts, floor, mostText);
  const coarsePlugins = plugins.filter(({ coarse }) => coarse);
  const coarseBoosts = boostsOf(coarsePlugins, prepared, lanes.other);
  const coarse = selectCoarse(
    { columns, byteCodes: index.byteCodes, codes: index.codes },
    {
      positions: lanes.other,
      query: vectors.coarse,
      raised: coarseBoosts.positions,
      twentieths: twentiethsOf(coarseBoosts),
      floor,
      cap,
    },
  );

  const breakdownAt = ({ position, cosine }: ScoredRow) =>
    columns.exposure[position] === TEXT ? breakdownOf(textBoosts, position, cosine) : {};
  const hitOf = (row: ScoredRow): ScoredHit => ({
    ...prepared.read(row.position),
    cosine: row.cosine,
    score: row.score,
    breakdown: breakdownAt(row),
  });
  const narrow = (row: ScoredRow): Released | undefined => {
    if (ceiling === undefined || isSpared(options, columns, row.position)) return row;
    const narrowed = underCeiling(row, hitOf(row), ceiling, floor, cap);
    return narrowed !== undefined && narrowed.score >= floor ? narrowed : undefined;
  };
  const texts = asksText ? text.best.flatMap((row) => narrow(row) ?? []) : text.best;
  // Of what is counted only when it is returned, no more is asked about than may be.
  const most = isCounted('private') || ranksAll || ceiling === undefined ? undefined : mostOf(caps, PRIVATE);
  const others = dropTwinRows(narrowedOthers(coarse, columns, most, narrow), columns);
  const ranked = rankReleased(texts, others, columns, ranksAll ? undefined : caps);
  const layerOf = ({ position }: Released): Raw => RAW_NAMES[columns.raw[position] as number] as Raw;
  const releasedHit = (released: Released): ScoredHit => released.hit ?? hitOf(released);

  const passed = ranksAll
    ? afterPostRank(ranked, releasedHit, (hits) => applyPostRank(postRank, hits, context))
    : ranked;
  const capped = applyCaps(passed, caps, layerOf);
  // What is counted but not returned need not have been ranked.
  const layers = ranksAll ? passed.map(layerOf) : others.map(layerOf);
  const notRanked = ranksAll ? 0 : asksText ? texts.length : text.matched;
  return {
    hits: capped.map((released) => cross(releasedHit(released), released.most)),
    matched:
      notRanked +
      layers.filter(isCounted).length +
      capped.filter((released) => !isCounted(layerOf(released))).length,
    excludedUndated: lanes.undated.filter(
      (position) =>
        isCounted(RAW_NAMES[columns.raw[position] as number] as Raw) &&
        (ceiling === undefined ||
          isSpared(options, columns, position) ||
          isThere(prepared.read(position), ceiling)),
    ).length,
  };
}

/** A row as it will be released: every number in it already is. */
interface Released extends ScoredRow {
  /** Its hit, where it had to be made already. */
  readonly hit?: ScoredHit;
  /** The most it may show, where a ceiling said so. */
  readonly most?: ServedExposure;
}

function isHybrid({ profile = 'plain' }: SearchOptions): boolean {
  if (profile === 'plain' || profile === 'hybrid') return profile === 'hybrid';
  throw new SearchOptionsError({
    option: 'profile',
    message: 'profile is neither plain nor hybrid',
    help: 'correct the option or leave it out',
  });
}

function withoutVector(): SearchOptionsError {
  return new SearchOptionsError({
    option: 'profile',
    message: 'a plain search needs a query vector',
    help: 'give one, or search with the hybrid profile',
  });
}

function withRecency(options: SearchOptions): SearchOptions {
  const { morePlugins = [], plugins, recency: mode = 'none' } = options;
  if (plugins !== undefined || (mode === 'none' && morePlugins.length === 0)) return options;
  return {
    ...options,
    plugins: [...defaultPlugins(), ...(mode === 'none' ? [] : [recency()]), ...morePlugins],
  };
}

/** Narrows what is not exposed as text; of what is private only the best `most`, where that is stated. */
function narrowedOthers(
  rows: readonly ScoredRow[],
  columns: RetrievalColumns,
  most: number | undefined,
  narrow: (row: ScoredRow) => Released | undefined,
): Released[] {
  const all = (some: readonly ScoredRow[]): Released[] => some.flatMap((row) => narrow(row) ?? []);
  if (most === undefined) return all(rows);
  const layer = (raw: number): ScoredRow[] => rows.filter(({ position }) => columns.raw[position] === raw);
  return [
    ...all(layer(PUBLIC)),
    ...narrowBest(layer(PRIVATE), columns, { most, boundOf: ({ score }) => score, narrow }),
  ];
}

function underCeiling(
  row: ScoredRow,
  hit: ScoredHit,
  ceiling: Ceiling,
  floor: number,
  cap: number,
): Released | undefined {
  const allowance = askCeiling(project(hit), ceiling);
  if (allowance === undefined) return undefined;
  const { exposure: most, atFloor } = allowance;
  if (most === 'text' && hit.fragment.disclosure.exposure === 'text') return { ...row, hit };
  const { fragment, entity } = hit;
  const score = atFloor ? floor : Math.min(coarseScore(row.score), cap);
  const cosine = coarseScore(row.cosine);
  return {
    position: row.position,
    cosine,
    score,
    hit: { fragment, entity, cosine, score, breakdown: {} },
    most,
  };
}

function cross(hit: ScoredHit, most: ServedExposure | undefined): EvidenceHit {
  return most === undefined ? project(hit) : capExposure(project(hit), most);
}

/** Whether a fragment left out for its missing date may be counted: a ceiling that withholds it makes it absent. */
function isThere({ fragment, entity }: FragmentOfWork, ceiling: Ceiling): boolean {
  return askCeiling(project({ fragment, entity, cosine: 0, score: 0, breakdown: {} }), ceiling) !== undefined;
}

/** Sorts by released score; of what is not exposed as text only as many of each layer as caps could let through. */
function rankReleased(
  texts: readonly Released[],
  others: readonly Released[],
  { raw, idRank }: RetrievalColumns,
  caps: Caps | undefined,
): Released[] {
  const compare = (a: Released, b: Released): number =>
    b.score - a.score ||
    (raw[a.position] as number) - (raw[b.position] as number) ||
    (idRank[a.position] as number) - (idRank[b.position] as number);
  if (caps === undefined) return [...texts, ...others].sort(compare);
  const layers = RAW_NAMES.map((_, layer) =>
    firstOf(
      others.filter(({ position }) => raw[position] === layer),
      mostOf(caps, layer),
      compare,
    ),
  );
  return [...texts, ...layers.flat()].sort(compare);
}

/** Runs the passes over the hits alone, and finds again what belongs to each. */
function afterPostRank(
  ranked: readonly Released[],
  hitOf: (released: Released) => ScoredHit,
  run: (hits: readonly ScoredHit[]) => readonly ScoredHit[],
): readonly Released[] {
  const withHits = ranked.map((released): Released => ({ ...released, hit: hitOf(released) }));
  const owner = new Map(withHits.map((each) => [each.hit as ScoredHit, each]));
  return run(withHits.map(({ hit }) => hit as ScoredHit)).map((hit) => owner.get(hit) as Released);
}
