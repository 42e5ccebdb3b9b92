/**
 * What a boost is, and how the boosts of one query are made ready.
 *
 * A plugin adds a number to a score; it never filters. Each is prepared once for a query; then it says from the columns
 * what it adds to the whole index, or is asked once for each fragment that passed the filters.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { SearchOptionsError } from './errors.ts';
import type { RetrievalColumns, RetrievalIndex } from './index-port.ts';

/** When freshness counts: never, always, or when the query asks about the present. */
export type Recency = 'none' | 'prefer-recent' | 'auto';

/** What a plugin may know of a query. */
export interface QueryContext {
  /** The query as asked. */
  readonly query: string;
  /** Its normalised words with one space between them. */
  readonly normalized: string;
  /** The moment that counts as now; given whenever recency is in play. */
  readonly asOf?: Date;
  readonly recency: Recency;
}

/** What a plugin adds to an index, where that is not 0. */
export interface Contributions {
  /** Rising, each once. */
  readonly positions: Uint32Array;
  /** The boost of the fragment at `positions[k]`. */
  readonly values: Float64Array;
}

/** A named addend to the score of a fragment. */
export interface BoostPlugin<Prepared = unknown> {
  /** Unique among the plugins of a query, and not `cosine`: the key of its part in a breakdown. */
  readonly name: string;
  /**
   * The value depends on nothing but what every hit shows: then, on the served path, it counts for fragments that are
   * not exposed as text as well. A plugin that reads dates, themes or reviews must leave it out (decisions 1.2).
   * Default false.
   */
  readonly coarse?: boolean;
  /** Works out once for a query what `score` needs for every fragment. */
  prepare?(index: RetrievalIndex, context: QueryContext): Prepared;
  /** The boost: a finite number, in the unit of a cosine; 0 means that the plugin did not fire. Must be pure. */
  score(fragment: Fragment, entity: Entity, context: QueryContext, prepared: Prepared): number;
  /**
   * Says the same from the columns of an index, for all fragments at once: a plugin that can is not asked about each, and
   * no fragment is read for it. Must agree with `score`, for every fragment of the index.
   */
  contributions?(columns: RetrievalColumns, context: QueryContext, prepared: Prepared): Contributions;
}

/** A plugin that waits for fragments. */
export interface ReadyPlugin {
  readonly name: string;
  readonly coarse: boolean;
  readonly score: (fragment: Fragment, entity: Entity) => number;
  /** Undefined for a plugin that must be asked about each fragment. */
  readonly contributions: (() => Contributions) | undefined;
}

/**
 * Prepares the plugins of one query.
 *
 * @throws {SearchOptionsError} when two share a name or one is called `cosine`
 */
export function readyPlugins(
  plugins: readonly BoostPlugin[],
  index: RetrievalIndex,
  columns: RetrievalColumns,
  context: QueryContext,
): ReadyPlugin[] {
  const names = new Set<string>();
  return plugins.map((plugin, place): ReadyPlugin => {
    const { name } = plugin;
    if (name === 'cosine') throw refusal('a plugin may not be called `cosine`', 'rename the plugin');
    if (names.has(name)) throw refusal('two plugins share a name', 'give each plugin a name of its own');
    names.add(name);
    const prepared = plugin.prepare?.(index, context);
    let known: Contributions | undefined;
    return {
      name,
      coarse: plugin.coarse === true,
      score: (fragment, entity) => {
        const value = plugin.score(fragment, entity, context, prepared);
        if (!Number.isFinite(value)) throw notFinite(place);
        return value;
      },
      contributions:
        plugin.contributions === undefined
          ? undefined
          : () =>
              (known ??= checked(
                plugin.contributions?.(columns, context, prepared) as Contributions,
                columns,
                place,
              )),
    };
  });
}

function checked(contributions: Contributions, { exposure }: RetrievalColumns, place: number): Contributions {
  const { positions, values } = contributions;
  let last = -1;
  for (let k = 0; k < positions.length; k++) {
    const position = positions[k] as number;
    if (position <= last || position >= exposure.length)
      throw refusal(`the plugin at position ${place} contributed out of order`, 'correct the plugin');
    if (!Number.isFinite(values[k])) throw notFinite(place);
    last = position;
  }
  return contributions;
}

function notFinite(place: number): SearchOptionsError {
  return refusal(
    `the plugin at position ${place} gave a score that is not a finite number`,
    'correct the plugin',
  );
}

function refusal(message: string, help: string): SearchOptionsError {
  return new SearchOptionsError({ option: 'plugins', message, help });
}
