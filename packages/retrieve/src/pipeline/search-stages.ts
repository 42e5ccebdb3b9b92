/**
 * A search by words and vectors: a question made ready, and run through the registry.
 */
import { type Raw, SERVED_EXPOSURES, type SearchOutcome } from '@archive/contract';
import { askCeiling } from '../ceiling.ts';
import { asksAboutText, isSpared } from '../ceiling-cover.ts';
import { roundDownToGrid, roundUpToGrid } from '../coarse-score.ts';
import { RAW_NAMES } from '../columns/column-values.ts';
import { SearchOptionsError } from '../errors.ts';
import { checkFusion, DEFAULT_FUSION, MOST_OF_FACES } from '../fusion.ts';
import type { RetrievalIndex } from '../index-port.ts';
import { type QuerySyntax, readQuerySyntax } from '../lexical/query-syntax.ts';
import { resolveFloor, resolveScoreCap, type SearchOptions } from '../options.ts';
import { project } from '../project.ts';
import { readyQuestion } from '../rank.ts';
import { demandPhrases, IDENTIFIER_PART, isStillHeld, PHRASE_PART } from './literal-parts.ts';
import { STAGES } from './registry.ts';
import { type Asked, type PipelineState, runStages, type StageTrace } from './stage.ts';
import { LEXICAL_PART, SCALE_PART } from './text-scores.ts';
import { NO_SHARES } from './word-shares.ts';

/** What a search by stages may be asked beside the search. */
export interface StagesOptions {
  /** Is told of each stage; for the private side alone. */
  trace?: (record: StageTrace) => void;
}

/**
 * Searches by words and vectors, and counts.
 *
 * A demanded phrase is a filter on what hits show; in an index that cannot be searched by words its marks are punctuation.
 *
 * @param queryVector  undefined when the question cannot be embedded: then words alone decide, as if every cosine were 0
 * @throws {QueryVectorError | SearchOptionsError | RetrievalIndexError | CrossingError}
 */
export function searchStages(
  queryVector: ArrayLike<number> | undefined,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions,
  { trace }: StagesOptions = {},
): SearchOutcome {
  const asked = ask(queryVector, query, index, options);
  const nothing = { names: [], positions: new Uint32Array(0), values: [] };
  const start: PipelineState = {
    shares: { ...NO_SHARES },
    textBoosts: nothing,
    otherBoosts: nothing,
    texts: [],
    textMatched: 0,
    others: [],
    ranked: [],
    window: [],
    hits: [],
  };
  return outcomeOf(runStages(STAGES, asked, start, trace), asked);
}

function ask(
  queryVector: ArrayLike<number> | undefined,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions,
): Asked {
  const { filters, diversity, plugins } = options;
  if (diversity !== undefined && !(Number.isInteger(diversity.perWork) && diversity.perWork >= 1))
    throw new SearchOptionsError({
      option: 'diversity',
      message: 'diversity.perWork is not a whole number from 1',
      help: 'say how many passages of one work come first',
    });
  if (queryVector === undefined && index.lexical === undefined)
    throw new SearchOptionsError({
      option: 'profile',
      message: 'a search without a query vector needs an index that can be searched by words',
      help: 'give a query vector, or build the index anew',
    });
  const taken = plugins?.find(({ name }) => OUR_PARTS.has(name))?.name;
  if (taken !== undefined)
    throw new SearchOptionsError({
      option: 'plugins',
      message: `a plugin of a hybrid search may not be called \`${taken}\``,
      help: 'rename the plugin',
    });
  const fusion = index.fusion ?? DEFAULT_FUSION;
  checkFusion(fusion);
  const { lexical } = index;
  const syntax = lexical === undefined ? asItIs(query) : readQuerySyntax(query);
  const ready = readyQuestion(queryVector ?? anyVector(index), syntax.plain, index, options, {
    ...filters,
    exposure: filters?.exposure ?? [...SERVED_EXPOSURES],
  });
  const demanded =
    lexical === undefined || syntax.phrases.length === 0
      ? { question: ready }
      : demandPhrases(ready, syntax.phrases, syntax.plain, lexical);
  return {
    ...demanded,
    syntax,
    options,
    floor: roundUpToGrid(resolveFloor(options, index)),
    cap: Math.min(
      roundDownToGrid(resolveScoreCap(options, index) ?? Number.POSITIVE_INFINITY),
      lexical === undefined ? Number.POSITIVE_INFINITY : MOST_OF_FACES,
    ),
    fusion,
    hasVector: queryVector !== undefined,
    asksText: asksAboutText(options),
    ranksAll: (options.postRank ?? []).length > 0,
  };
}

const OUR_PARTS: ReadonlySet<string> = new Set([LEXICAL_PART, SCALE_PART, PHRASE_PART, IDENTIFIER_PART]);

/** A question whose marks mean nothing. */
function asItIs(query: string): QuerySyntax {
  return { phrases: [], beginnings: [], plain: query, rest: query };
}

/** Stands in for a vector that nothing is going to be compared with. */
function anyVector({ dimensions }: RetrievalIndex): Float64Array {
  return new Float64Array(dimensions).fill(1);
}

function outcomeOf(state: PipelineState, { options, question, ranksAll, required }: Asked): SearchOutcome {
  const { ceiling, privateCounts } = options;
  const { prepared, lanes } = question;
  const { raw } = prepared.columns;
  const isCounted = (position: number): boolean =>
    (RAW_NAMES[raw[position] as number] as Raw) === 'public' || privateCounts !== 'returned';
  const isThere = (position: number): boolean => {
    if (ceiling === undefined || isSpared(options, prepared.columns, position)) return true;
    const { fragment, entity } = prepared.read(position);
    const hit = project({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
    const allowance = askCeiling(hit, ceiling);
    return allowance !== undefined && isStillHeld(required, position, allowance.exposure);
  };
  // What is counted but not returned need not have been ranked.
  const counted = ranksAll ? state.ranked : state.others;
  return {
    hits: [...state.hits],
    matched:
      (ranksAll ? 0 : state.textMatched) +
      counted.filter(({ position }) => isCounted(position)).length +
      state.window.filter(({ position }) => !isCounted(position)).length,
    excludedUndated: lanes.undated.filter((position) => isCounted(position) && isThere(position)).length,
  };
}
