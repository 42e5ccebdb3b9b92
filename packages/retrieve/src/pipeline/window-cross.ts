/**
 * Window: the crossing. What comes out holds nothing that a hit may not hold.
 */
import { capExposure } from '../cap-exposure.ts';
import { project } from '../project.ts';
import { hitOfRow } from './row-hit.ts';
import type { Stage } from './stage.ts';

/** Makes evidence hits. */
export const crossWindow: Stage = {
  name: 'cross',
  phase: 'window',
  failure: 'blocking',
  run: (state, asked) => ({
    ...state,
    hits: state.window.map((row) => {
      const hit = project(hitOfRow(row, state, asked));
      return row.most === undefined ? hit : capExposure(hit, row.most);
    }),
  }),
};
