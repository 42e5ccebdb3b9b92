/**
 * Lane: the share of the question's words that each fragment answers with what a hit of it may show.
 *
 * Without it a search is one by vectors alone, so it is additive; where there is no vector it is all there is, and the
 * search is refused before it gets here.
 */
import type { Stage } from './stage.ts';
import { type WordShares, wordShares } from './word-shares.ts';

/** Finds by words. */
export const wordsLane: Stage = {
  name: 'words',
  phase: 'lane',
  failure: 'additive',
  when: ({ question }) => question.index.lexical !== undefined,
  prefetch: ({ syntax, question: { index, prepared } }) =>
    index.lexical === undefined ? undefined : wordShares(syntax, index.lexical, prepared.columns),
  run: (state, _asked, shares) => ({ ...state, shares: shares as WordShares }),
};
