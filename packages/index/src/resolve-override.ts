/**
 * Applies an author's override of one fragment: what narrows holds always, what widens only for the text it was set for.
 */
import type { Exposure } from '@archive/contract';
import { projectionContentHash } from './content-hash.ts';
import type { ExposureOverride } from './projections-file.ts';
import { EXPOSURE_RANK } from './resolve-disclosure.ts';

/**
 * Chooses between what files request and what the override says.
 *
 * @param requested  the request of the fragment or the default of its work
 * @returns the exposure to request, and whether a widening override lapsed because the text is another one, or because
 *   it names none (decisions 1.8)
 */
export function resolveOverride(
  requested: Exposure,
  override: ExposureOverride | undefined,
  text: string,
): { exposure: Exposure; lapsed: boolean } {
  if (override === undefined) return { exposure: requested, lapsed: false };
  if (EXPOSURE_RANK[override.exposure] <= EXPOSURE_RANK[requested])
    return { exposure: override.exposure, lapsed: false };
  const stands = override.contentHash === projectionContentHash(text);
  return { exposure: stands ? override.exposure : requested, lapsed: !stands };
}

/**
 * What is requested for a fragment once the author's override has been heard.
 *
 * As {@link resolveOverride}, but `none` is never lifted: it may stand for an embargo, a word of another tool or a
 * private path, which only the file itself can take back.
 *
 * @param authored  the request of the fragment or the default of its work
 * @returns also whether an override was there and could not lift `none`
 */
export function requestedExposure(
  authored: Exposure,
  override: ExposureOverride | undefined,
  text: string,
): { exposure: Exposure; lapsed: boolean; closed: boolean } {
  if (authored === 'none') return { exposure: 'none', lapsed: false, closed: override !== undefined };
  return { ...resolveOverride(authored, override, text), closed: false };
}
