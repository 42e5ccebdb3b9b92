/**
 * The date a served index states: that of the last change of its content, not of the last build (decisions 1.12).
 */
import { createHash } from 'node:crypto';
import { createChecker } from './refusal.ts';
import { serializeIndex } from './serialize-index.ts';
import type { ServedIndexData } from './served-index.ts';
import { isCoded } from './to-served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';
import { packRows } from './vector-rows.ts';

/**
 * Hashes all that a served index holds except its date; 64 hex digits.
 *
 * Vectors count as the 32-bit floats a generation stores, so an index in memory and the same one read back are equal.
 */
export function servedContentHash(index: ServedIndexData): string {
  const checked = validateServedIndex(index);
  const hash = createHash('sha256');
  for (const line of serializeIndex({ ...checked, builtAt: '1970-01-01' }, 'apart')) hash.update(line);
  for (const row of packRows(createChecker('served index'), checked.entries, checked.dimensions))
    hash.update(row);
  return hash.digest('hex');
}

/**
 * Chooses the date of a new served index.
 *
 * @param previous  what is served now, if anything
 * @param today     UTC date of the build, YYYY-MM-DD
 * @returns the date of `previous` when its content is that of `next`, else `today`
 */
export function servedBuiltAt(
  previous: ServedIndexData | undefined,
  next: ServedIndexData,
  today: string,
): string {
  if (previous === undefined || servedContentHash(previous) !== servedContentHash(next)) return today;
  return previous.builtAt;
}

/** How a served index stores the vectors of what is not exposed as text; `coded` where it has none but faces. */
export function privateVectorsOf({ entries }: ServedIndexData): 'coded' | 'exact' {
  const isExact = entries.some(
    (entry) => 'vector' in entry && isCoded(entry.fragment.disclosure.exposure, entry.embeds ?? 'text'),
  );
  return isExact ? 'exact' : 'coded';
}
