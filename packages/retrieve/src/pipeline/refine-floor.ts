/**
 * Refine: what lies under the released floor is not there.
 */
import type { Stage } from './stage.ts';

/** Drops what lies under the floor. */
export const floorStage: Stage = {
  name: 'floor',
  phase: 'refine',
  failure: 'blocking',
  run: (state, { floor }) => ({ ...state, pool: state.pool.filter(({ score }) => score >= floor) }),
};
