/**
 * What `retrieve` and `search` share: a question made ready, and the steps that need no opinion about scores.
 *
 * Order of every ranked list: score falling, then fragment id by code unit, so that it never depends on the order of the
 * index, a locale or a machine.
 */
import type { SearchFilters } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { foldForSearch } from '@archive/text';
import { SearchOptionsError } from './errors.ts';
import { compileFilters, type FragmentFilter } from './filters.ts';
import type { RetrievalEntry, RetrievalIndex } from './index-port.ts';
import { type Caps, resolveCaps, type RetrieveOptions } from './options.ts';
import { type BoostPlugin, type QueryContext, type ReadyPlugin, readyPlugins } from './plugin.ts';
import { exactMatch, RECENCY_PLUGIN, theme } from './plugins/index.ts';
import { type PreparedIndex, prepareIndex } from './prepared-index.ts';
import { readQueryVector } from './query-vector.ts';
import { type QueryVectors, similarities } from './similarity.ts';

/** A question whose options are checked and whose plugins are prepared. */
export interface Question {
  readonly index: RetrievalIndex;
  readonly prepared: PreparedIndex;
  readonly vectors: QueryVectors;
  readonly context: QueryContext;
  readonly plugins: readonly ReadyPlugin[];
  readonly filter: FragmentFilter;
  readonly caps: Caps;
}

/** A fragment that passed the filters. */
export interface Candidate {
  /** Position of its entry in the index. */
  readonly position: number;
  readonly fragment: Fragment;
  readonly entity: Entity;
  /** Cosine, or its estimate. */
  readonly cosine: number;
}

/** The plugins used when a caller names none: exact match and theme, on public fragments. */
export function defaultPlugins(): BoostPlugin[] {
  return [exactMatch(), theme()];
}

/**
 * Makes a question ready.
 *
 * @throws {QueryVectorError} for a vector that cannot be compared
 * @throws {SearchOptionsError} for options that contradict each other or are out of range
 * @throws {RetrievalIndexError} for an index that breaks a promise of its port
 */
export function readyQuestion(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: RetrieveOptions,
  filters: SearchFilters | undefined,
): Question {
  const { privateQueryVector, plugins = defaultPlugins() } = options;
  const prepared = prepareIndex(index);
  const text = readQueryVector(queryVector, index.dimensions, 'queryVector');
  const coarse =
    privateQueryVector === undefined
      ? text
      : readQueryVector(privateQueryVector, index.dimensions, 'privateQueryVector');
  const context = queryContext(query, options, plugins);
  return {
    index,
    prepared,
    vectors: { text, coarse },
    context,
    plugins: readyPlugins(plugins, index, context),
    filter: compileFilters(filters),
    caps: resolveCaps(options),
  };
}

function queryContext(
  query: string,
  { recency = 'none', asOf }: RetrieveOptions,
  plugins: readonly BoostPlugin[],
): QueryContext {
  if (recency !== 'none' && recency !== 'auto' && recency !== 'prefer-recent') {
    throw new SearchOptionsError({
      option: 'recency',
      message: 'recency is not one of none, auto, prefer-recent',
      help: 'correct the option or leave it out',
    });
  }
  if (asOf !== undefined && Number.isNaN(asOf.getTime())) {
    throw new SearchOptionsError({
      option: 'asOf',
      message: 'asOf is not a moment in time',
      help: 'give a valid Date',
    });
  }
  if (recency !== 'none') {
    if (!plugins.some(({ name }) => name === RECENCY_PLUGIN)) {
      throw new SearchOptionsError({
        option: 'recency',
        message: 'recency is asked for, but no plugin is called recency',
        help: 'add the recency plugin, or leave the option at none',
      });
    }
    if (asOf === undefined)
      throw new SearchOptionsError({
        option: 'asOf',
        message: 'recency needs asOf',
        help: 'give the moment that counts as now',
      });
  }
  return { query, normalized: foldForSearch(query), recency, ...(asOf === undefined ? {} : { asOf }) };
}

/** Applies the filters, then measures what passed. */
export function measureCandidates({ index, prepared, filter, vectors }: Question): {
  candidates: Candidate[];
  undated: Candidate[];
} {
  const passed: number[] = [];
  const undatedAt: number[] = [];
  let position = -1;
  for (const { fragment } of index.entries) {
    position += 1;
    const verdict = filter(fragment, prepared.entityOf[position] as Entity);
    if (verdict === 'pass') passed.push(position);
    else if (verdict === 'undated') undatedAt.push(position);
  }
  const cosines = similarities(index, prepared, Int32Array.from(passed), vectors);
  const candidate = (position: number, cosine: number): Candidate => ({
    position,
    fragment: (index.entries.at(position) as RetrievalEntry).fragment,
    entity: prepared.entityOf[position] as Entity,
    cosine,
  });
  return {
    candidates: passed.map((position, at) => candidate(position, cosines[at] as number)),
    undated: undatedAt.map((position) => candidate(position, 0)),
  };
}

/** Of fragments that look the same from outside, keeps the one with the lowest id (decisions 1.4). Keeps the order. */
export function dropTwins<Item>(
  items: readonly Item[],
  { twinGroup }: PreparedIndex,
  candidateOf: (item: Item) => Candidate,
): Item[] {
  const lowest = new Map<number, string>();
  for (const item of items) {
    const { position, fragment } = candidateOf(item);
    const group = twinGroup[position] as number;
    const known = lowest.get(group);
    if (group >= 0 && (known === undefined || fragment.id < known)) lowest.set(group, fragment.id);
  }
  if (lowest.size === 0) return [...items];
  return items.filter((item) => {
    const { position, fragment } = candidateOf(item);
    const group = twinGroup[position] as number;
    return group < 0 || lowest.get(group) === fragment.id;
  });
}

/** Cuts a ranked list to its caps; the order stays. */
export function applyCaps<Item>(
  ranked: readonly Item[],
  caps: Caps,
  rawOf: (item: Item) => 'public' | 'private',
): Item[] {
  if ('total' in caps) return ranked.slice(0, caps.total);
  const left = { public: caps.public, private: caps.private };
  return ranked.filter((item) => left[rawOf(item)]-- > 0);
}

/** Compares two ids by code unit. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
