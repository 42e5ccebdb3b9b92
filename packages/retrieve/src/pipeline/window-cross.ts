/**
 * Window: the crossing. What comes out holds nothing that a hit may not hold.
 */
import { capExposure } from '../cap-exposure.ts';
import { project } from '../project.ts';
import type { Stage } from './stage.ts';

/** Makes evidence hits. */
export const crossWindow: Stage = {
  name: 'cross',
  phase: 'window',
  failure: 'blocking',
  run: (state) => ({
    ...state,
    hits: state.window.map(({ hit, pooled }) =>
      pooled.most === undefined ? project(hit) : capExposure(project(hit), pooled.most),
    ),
  }),
};
