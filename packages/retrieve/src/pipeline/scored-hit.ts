/**
 * A pooled fragment as the crossing and the passes over a ranked list see it: every number in it is a released one.
 */
import type { ScoredHit } from '@archive/contract/private';
import { coarseScore } from '../coarse-score.ts';
import type { Pooled } from './stage.ts';

/** Makes the hit. */
export function toScoredHit({ candidate, score, breakdown, most }: Pooled): ScoredHit {
  const { fragment, entity, cosine } = candidate;
  const isText = fragment.disclosure.exposure === 'text' && (most === undefined || most === 'text');
  return {
    fragment,
    entity,
    cosine: isText ? cosine : coarseScore(cosine),
    score,
    breakdown: isText ? { ...breakdown } : {},
  };
}
