/**
 * The option every built-in plugin takes: which raw layers it may fire on.
 */
import type { Raw } from '@archive/contract';
import type { Fragment } from '@archive/contract/private';
import { RAW_NAMES } from '../columns/column-values.ts';
import type { RetrievalColumns } from '../index-port.ts';
import type { Contributions } from '../plugin.ts';

/** Options of a built-in plugin. */
export interface PluginOptions {
  /** Raw layers the plugin may fire on. */
  layers?: readonly Raw[];
}

/** Makes a test for "this fragment is on one of the layers". */
export function onLayers(layers: readonly Raw[]): (fragment: Fragment) => boolean {
  return ({ disclosure }) => layers.includes(disclosure.raw);
}

/**
 * Makes contributions of one value each.
 *
 * @param positions  in any order; those on other layers are left out
 */
export function flatContributions(
  { raw }: RetrievalColumns,
  positions: Iterable<number>,
  layers: readonly Raw[],
  value: number,
): Contributions {
  const fires = RAW_NAMES.map((name) => layers.includes(name));
  const chosen = Uint32Array.from(new Set(positions)).filter((position) => fires[raw[position] as number]);
  return { positions: chosen.sort(), values: new Float64Array(chosen.length).fill(value) };
}
