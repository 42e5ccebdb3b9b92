/**
 * The line under an unasked search box: how much the archive at hand holds, and how much of it can be read.
 *
 * Of private works it tells their number and nothing else, and that only as the rest of a total.
 */
import type { PublicFacets } from '../public-facets.ts';
import { quantity } from './quantity.ts';

/** Says what there is to be found. */
export function contentLine({ works, readableWorks }: Pick<PublicFacets, 'works' | 'readableWorks'>): string {
  const closed = works - readableWorks;
  if (works === 0) return 'Nothing is released from this archive yet, so nothing can be found.';
  const found = `${quantity(works, 'work')} can be found`;
  if (closed === 0) return `${found} and read here.`;
  if (readableWorks === 0)
    return `${found}, by a description or by ${works === 1 ? 'its' : 'their'} place only.`;
  return `${found}: ${readableWorks} can be read here, ${closed} ${closed === 1 ? 'is' : 'are'} only described or located.`;
}
