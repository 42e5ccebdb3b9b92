/**
 * Merge: the words of public text lift its score (`fusion.ts`).
 */
import { lexicalPart } from '../fusion.ts';
import type { Stage } from './stage.ts';

/** Name of the part in a breakdown; no plugin of a hybrid search may bear it. */
export const LEXICAL_PART = 'lexical';

/** Adds what words say of public text. */
export const wordsMerge: Stage = {
  name: 'merge-words',
  phase: 'merge',
  failure: 'blocking',
  run: (state, { fusion }) => ({
    ...state,
    pool: state.pool.map((pooled) => {
      const { candidate, score, breakdown } = pooled;
      if (candidate.fragment.disclosure.exposure !== 'text') return pooled;
      const part = lexicalPart(fusion, candidate.cosine, state.shares.text(candidate.position));
      if (part === 0) return pooled;
      return { ...pooled, score: score + part, breakdown: { ...breakdown, [LEXICAL_PART]: part } };
    }),
  }),
};
