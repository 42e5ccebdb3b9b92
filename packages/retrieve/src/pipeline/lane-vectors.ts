/**
 * Lane: every fragment that passes the filters, with its cosine or the estimate of it.
 */
import { measureCandidates } from '../rank.ts';
import type { Stage } from './stage.ts';

/** Finds by vector. */
export const vectorsLane: Stage = {
  name: 'vectors',
  phase: 'lane',
  failure: 'blocking',
  run: (state, { question, hasVector }) => {
    const { candidates, undated } = measureCandidates(question);
    return {
      ...state,
      candidates: hasVector ? candidates : candidates.map((candidate) => ({ ...candidate, cosine: 0 })),
      undated,
    };
  },
};
