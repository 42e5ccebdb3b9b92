/**
 * Narrows a hit that has already crossed (decisions 1.6).
 *
 * It can only narrow. A gist cannot be made at query time, so a passage that may not be shown becomes its place.
 */
import { type EvidenceHit, type LocatorHit, SERVED_EXPOSURES, type ServedExposure } from '@archive/contract';
import { coarseScore } from './coarse-score.ts';
import { CrossingError } from './errors.ts';
import { provenanceOfHit } from './fragment-face.ts';

/**
 * Returns the hit with no more than the ceiling allows; a hit that shows no more already comes back as it is.
 *
 * A text hit narrowed to `semantic` or `locator` becomes a locator hit with a coarse score and no breakdown.
 *
 * @throws {CrossingError} when the ceiling is not a served exposure
 */
export function capExposure(hit: EvidenceHit, ceiling: ServedExposure): EvidenceHit {
  const most = SERVED_EXPOSURES.indexOf(ceiling);
  const has = SERVED_EXPOSURES.indexOf(hit.exposure);
  if (most < 0 || has < 0)
    throw new CrossingError({ message: 'a hit can only be narrowed to text, semantic or locator' });
  return has >= most ? hit : toLocatorHit(hit);
}

function toLocatorHit(hit: EvidenceHit): LocatorHit {
  return Object.assign(provenanceOfHit(hit), { exposure: 'locator' as const, score: coarseScore(hit.score) });
}
