/**
 * Refine: released score falling; ties: public first, then fragment id by code unit (decisions 1.1).
 */
import { compareIds } from '../rank.ts';
import { toScoredHit } from './scored-hit.ts';
import type { Pooled, Stage } from './stage.ts';

/** Ranks the pool. */
export const orderStage: Stage = {
  name: 'order',
  phase: 'refine',
  failure: 'blocking',
  run: (state) => ({
    ...state,
    ranked: [...state.pool].sort(byReleasedScore).map((pooled) => ({ pooled, hit: toScoredHit(pooled) })),
  }),
};

/** Compares by what shows. */
export function byReleasedScore(a: Pooled, b: Pooled): number {
  const [left, right] = [a.candidate.fragment, b.candidate.fragment];
  return (
    b.score - a.score ||
    layerRank(left.disclosure.raw) - layerRank(right.disclosure.raw) ||
    compareIds(left.id, right.id)
  );
}

function layerRank(raw: 'public' | 'private'): number {
  return raw === 'public' ? 0 : 1;
}
