/**
 * What words say of the fragments of an index: for each the share of the question that it answers.
 *
 * Public text answers the question as it was asked. Everything else answers its canonical form with what a hit of it
 * shows, as its vector does (decisions 1.5), so that two questions with one canonical form find the same of it.
 */
import { canonicalQuery } from '../canonical-query.ts';
import type { RetrievalIndex } from '../index-port.ts';
import { lexicalScores, share } from '../lexical/lexical-scores.ts';

/** Shares by position of the entry, 0 to below 1. */
export interface WordShares {
  /** Of public text: of its words, its title and its names. */
  text(position: number): number;
  /** Of anything else: of its title, names and authored place, and of its gist if that is shown. */
  face(position: number, showsGist: boolean): number;
}

/** Shares where nobody looks for words. */
export const NO_SHARES: WordShares = { text: () => 0, face: () => 0 };

/** Looks for the words of a question. */
export function wordShares(query: string, { lexical, entries }: RetrievalIndex): WordShares {
  if (lexical === undefined) return NO_SHARES;
  const full = lexicalScores(query, lexical);
  const canonical = canonicalQuery(query);
  const forFaces = canonical === query ? full : lexicalScores(canonical, lexical);
  const textShares = new Float64Array(entries.length);
  for (const [at, position] of full.positions.entries())
    textShares[position] = share(full.values[at] as number, full.attainable);
  const withGist = new Float64Array(entries.length);
  const withoutGist = new Float64Array(entries.length);
  for (const [at, position] of forFaces.positions.entries()) {
    withGist[position] = share(forFaces.values[at] as number, forFaces.attainable);
    withoutGist[position] = share(forFaces.withoutGist[at] as number, forFaces.attainable);
  }
  return {
    text: (position) => textShares[position] as number,
    face: (position, showsGist) => (showsGist ? withGist : withoutGist)[position] as number,
  };
}
