/**
 * The option every built-in plugin takes: which raw layers it may fire on.
 */
import type { Raw } from '@archive/contract';
import type { Fragment } from '@archive/contract/private';

/** Options of a built-in plugin. */
export interface PluginOptions {
  /** Raw layers the plugin may fire on. */
  layers?: readonly Raw[];
}

/** Makes a test for "this fragment is on one of the layers". */
export function onLayers(layers: readonly Raw[]): (fragment: Fragment) => boolean {
  return ({ disclosure }) => layers.includes(disclosure.raw);
}
