/**
 * What a boost is, and how the boosts of one query are made ready.
 *
 * A plugin adds a number to a score; it never filters. Each is prepared once for a query, then asked once for each
 * fragment that passed the filters.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { SearchOptionsError } from './errors.ts';
import type { RetrievalIndex } from './index-port.ts';

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
}

/** A plugin that waits for fragments. */
export interface ReadyPlugin {
  readonly name: string;
  readonly coarse: boolean;
  readonly score: (fragment: Fragment, entity: Entity) => number;
}

/**
 * Prepares the plugins of one query.
 *
 * @throws {SearchOptionsError} when two share a name or one is called `cosine`
 */
export function readyPlugins(
  plugins: readonly BoostPlugin[],
  index: RetrievalIndex,
  context: QueryContext,
): ReadyPlugin[] {
  const names = new Set<string>();
  return plugins.map((plugin): ReadyPlugin => {
    const { name } = plugin;
    if (name === 'cosine') throw refusal('a plugin may not be called `cosine`', 'rename the plugin');
    if (names.has(name)) throw refusal('two plugins share a name', 'give each plugin a name of its own');
    names.add(name);
    const prepared = plugin.prepare?.(index, context);
    return {
      name,
      coarse: plugin.coarse === true,
      score: (fragment, entity) => {
        const value = plugin.score(fragment, entity, context, prepared);
        if (!Number.isFinite(value))
          throw refusal(
            `the plugin at position ${plugins.indexOf(plugin)} gave a score that is not a finite number`,
            'correct the plugin',
          );
        return value;
      },
    };
  });
}

function refusal(message: string, help: string): SearchOptionsError {
  return new SearchOptionsError({ option: 'plugins', message, help });
}
