/**
 * Refine: of fragments that look the same from outside, the one with the lowest id (decisions 1.4).
 */
import { dropTwinRows } from '../rank.ts';
import type { Stage } from './stage.ts';

/** Drops the others. */
export const twinsStage: Stage = {
  name: 'twins',
  phase: 'refine',
  failure: 'blocking',
  run: (state, { question }) => ({
    ...state,
    others: dropTwinRows(state.others, question.prepared.columns),
  }),
};
