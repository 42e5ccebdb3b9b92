/**
 * Refine: the caller's passes over the ranked list.
 */
import type { ScoredHit } from '@archive/contract/private';
import { applyPostRank } from '../post-rank.ts';
import { hitOfRow } from './row-hit.ts';
import type { PooledRow, Stage } from './stage.ts';

/** Reorders and drops as the passes say. */
export const postRankStage: Stage = {
  name: 'post-rank',
  phase: 'refine',
  failure: 'blocking',
  when: ({ ranksAll }) => ranksAll,
  run: (state, asked) => {
    const owner = new Map<ScoredHit, PooledRow>();
    const hits = state.ranked.map((row) => {
      const hit = hitOfRow(row, state, asked);
      owner.set(hit, { ...row, hit });
      return hit;
    });
    const passed = applyPostRank(asked.options.postRank, hits, asked.question.context);
    return { ...state, ranked: passed.map((hit) => owner.get(hit) as PooledRow) };
  },
};
