/**
 * Favours what stands on firm ground: public fragments, and private ones whose source a person has reviewed.
 *
 * Reads the review of the source, never that of the gist. A served index holds no source reviews, so there it fires on
 * public fragments alone.
 */
import type { BoostPlugin } from '../plugin.ts';
import { onLayers, type PluginOptions } from './layers.ts';

/** What firm ground adds. */
export const DISCLOSURE_BOOST = 0.15;

/**
 * Makes the disclosure plugin.
 *
 * @param options.layers  default both
 */
export function disclosure({ layers = ['public', 'private'] }: PluginOptions = {}): BoostPlugin {
  const fires = onLayers(layers);
  return {
    name: 'disclosure',
    score: (fragment) =>
      fires(fragment) && (fragment.disclosure.raw === 'public' || fragment.sourceReview === 'reviewed')
        ? DISCLOSURE_BOOST
        : 0,
  };
}
