/**
 * What an answer says when the question could not be embedded and words alone found its hits.
 *
 * Such an answer is true of the moment only, so nobody may keep it.
 */
import type { SearchResponse } from '@archive/contract';

/** Header that says what an answer did without. */
const DEGRADED_HEADER = 'Archive-Degraded';

/** The header, where there is something to say. */
export function degradedHeader({ degraded }: Pick<SearchResponse, 'degraded'>): Record<string, string> {
  return degraded === undefined ? {} : { [DEGRADED_HEADER]: degraded };
}

/** The same for readers and for models. */
export const DEGRADED_SENTENCE =
  'Questions cannot be read for their meaning at the moment: what is here was found by its words alone.';
