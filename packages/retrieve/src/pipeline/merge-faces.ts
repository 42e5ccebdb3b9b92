/**
 * Merge: the words of faces and released gists, for what is not exposed as text.
 */
import { faceScore } from './face-score.ts';
import type { Stage } from './stage.ts';

/** Adds what words say of what is not exposed as text, and caps it. */
export const facesMerge: Stage = {
  name: 'merge-faces',
  phase: 'merge',
  failure: 'blocking',
  run: (state, asked) => ({
    ...state,
    pool: state.pool.map((pooled) => {
      const { fragment, position } = pooled.candidate;
      const { exposure } = fragment.disclosure;
      if (exposure === 'text') return pooled;
      const share = state.shares.face(position, exposure === 'semantic');
      return { ...pooled, score: faceScore(pooled.wordless, share, asked) };
    }),
  }),
};
