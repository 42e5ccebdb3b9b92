/**
 * Refine: the caller's passes over the ranked list.
 */
import { applyPostRank } from '../post-rank.ts';
import type { RankedHit, Stage } from './stage.ts';

/** Reorders and drops as the passes say. */
export const postRankStage: Stage = {
  name: 'post-rank',
  phase: 'refine',
  failure: 'blocking',
  when: ({ options }) => (options.postRank ?? []).length > 0,
  run: (state, { options, question }) => {
    const owner = new Map(state.ranked.map((ranked) => [ranked.hit, ranked]));
    const hits = state.ranked.map(({ hit }) => hit);
    const passed = applyPostRank(options.postRank, hits, question.context);
    return { ...state, ranked: passed.map((hit) => owner.get(hit) as RankedHit) };
  },
};
