/**
 * What `retrieve` and `search` share: a question made ready, and the steps that need no opinion about scores.
 *
 * Order of every ranked list: score falling, then fragment id by code unit, so that it never depends on the order of the
 * index, a locale or a machine.
 */
import type { SearchFilters } from '@archive/contract';
import { foldForSearch } from '@archive/text';
import { PUBLIC } from './columns/column-values.ts';
import { SearchOptionsError } from './errors.ts';
import type { RetrievalColumns, RetrievalIndex } from './index-port.ts';
import { type Caps, resolveCaps, type RetrieveOptions } from './options.ts';
import { type BoostPlugin, type QueryContext, type ReadyPlugin, readyPlugins } from './plugin.ts';
import { exactMatch, RECENCY_PLUGIN, theme } from './plugins/index.ts';
import { type PreparedIndex, prepareIndex } from './prepared-index.ts';
import { readQueryVector } from './query-vector.ts';
import { type FilteredLanes, filterLanes } from './select/filter-lanes.ts';
import type { QueryVectors } from './similarity.ts';

/** A question whose options are checked and whose plugins are prepared. */
export interface Question {
  readonly index: RetrievalIndex;
  readonly prepared: PreparedIndex;
  readonly vectors: QueryVectors;
  readonly context: QueryContext;
  readonly plugins: readonly ReadyPlugin[];
  readonly lanes: FilteredLanes;
  readonly caps: Caps;
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
    plugins: readyPlugins(plugins, index, prepared.columns, context),
    lanes: filterLanes(prepared.columns, filters),
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

/** Of fragments that look the same from outside, keeps the one with the lowest id (decisions 1.4). Keeps the order. */
export function dropTwinRows<Item extends { readonly position: number }>(
  items: readonly Item[],
  { twinGroup, idRank }: RetrievalColumns,
): readonly Item[] {
  const lowest = new Map<number, number>();
  for (const { position } of items) {
    const group = twinGroup[position] as number;
    if (group < 0) continue;
    const rank = idRank[position] as number;
    if (rank < (lowest.get(group) ?? Number.POSITIVE_INFINITY)) lowest.set(group, rank);
  }
  if (lowest.size === 0) return items;
  return items.filter(({ position }) => {
    const group = twinGroup[position] as number;
    return group < 0 || lowest.get(group) === idRank[position];
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

/** The most hits of a raw layer, by its number, that caps let through. */
export function mostOf(caps: Caps, raw: number): number {
  if ('total' in caps) return caps.total;
  return raw === PUBLIC ? caps.public : caps.private;
}
