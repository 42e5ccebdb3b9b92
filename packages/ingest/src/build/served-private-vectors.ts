/**
 * How a served index stores the vectors of what is not exposed as text.
 */
import type { ServedIndexData } from '@archive/index';

/** `exact` when at least one such vector, not made from a face, is stored in full; else `coded`. */
export function servedPrivateVectors(served: ServedIndexData | undefined): 'coded' | 'exact' {
  const holdsExact = served?.entries.some(
    (entry) => 'vector' in entry && entry.fragment.disclosure.exposure !== 'text' && entry.embeds !== 'face',
  );
  return holdsExact === true ? 'exact' : 'coded';
}
