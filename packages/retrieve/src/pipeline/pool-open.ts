/**
 * Pool: what the lanes found becomes one list with one score, that of the vectors to begin with.
 *
 * What is not exposed as text is rounded here, before anything is added.
 */
import { coarseScore } from '../coarse-score.ts';
import type { Stage } from './stage.ts';

/** Opens the pool. */
export const poolOpen: Stage = {
  name: 'pool',
  phase: 'pool',
  failure: 'blocking',
  run: (state, { hasVector }) => ({
    ...state,
    pool: state.candidates.map((candidate) => {
      const { cosine, fragment } = candidate;
      if (fragment.disclosure.exposure !== 'text') {
        const score = coarseScore(cosine);
        return { candidate, score, wordless: score, breakdown: {} };
      }
      return { candidate, score: cosine, wordless: cosine, breakdown: hasVector ? { cosine } : {} };
    }),
  }),
};
