/**
 * The line under an unasked search box: what the archive at hand holds, and how much of it can be read.
 */
import { SERVED_EXPOSURES, type ServedExposure } from '@archive/contract';
import { quantity } from './quantity.ts';

/** What an archive serves, in numbers. */
export interface ServedContent {
  works: number;
  /** Served fragments by what they show. */
  passages: Readonly<Record<ServedExposure, number>>;
}

const SHOWN: Readonly<Record<ServedExposure, string>> = {
  text: 'shown in full',
  semantic: 'only described',
  locator: 'only located',
};

/** Says what there is to be found; names only what is there. */
export function contentLine({ works, passages }: ServedContent): string {
  const total = SERVED_EXPOSURES.reduce((sum, exposure) => sum + passages[exposure], 0);
  if (total === 0) return 'Nothing is released from this archive yet, so nothing can be found.';
  const present = SERVED_EXPOSURES.filter((exposure) => passages[exposure] > 0);
  const [only, ...others] = present;
  if (only !== undefined && others.length === 0)
    return `${quantity(works, 'work')}, ${quantity(total, 'passage')}, ${total === 1 ? '' : total === 2 ? 'both ' : 'all '}${SHOWN[only]}.`;
  const parts = present.map((exposure, at) => {
    const verb = at > 0 ? '' : passages[exposure] === 1 ? 'is ' : 'are ';
    return `${passages[exposure]} ${verb}${SHOWN[exposure]}`;
  });
  return `${quantity(total, 'passage')} of ${quantity(works, 'work')} can be found: ${parts.join(', ')}.`;
}
