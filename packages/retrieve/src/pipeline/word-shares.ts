/**
 * What words say of the fragments of an index: for each the share of the question that it answers.
 *
 * Public text answers the question as it was asked. Everything else answers its canonical form with what a hit of it
 * shows, as its vector does (decisions 1.5), so that two questions with one canonical form find the same of it.
 */
import { canonicalQuery } from '../canonical-query.ts';
import { TEXT } from '../columns/column-values.ts';
import type { RetrievalColumns } from '../index-port.ts';
import { type IdentifierEntries, identifierEntries, NO_IDENTIFIERS } from '../lexical/identifier-entries.ts';
import { faceScores, type LexicalScores, lexicalScores, share } from '../lexical/lexical-scores.ts';
import type { LexicalIndex } from '../lexical/lexical-port.ts';
import type { QuerySyntax } from '../lexical/query-syntax.ts';

/** Shares by position, rising, where they are not 0. */
export interface SharesByPosition {
  readonly positions: Uint32Array;
  /** 0 to below 1. */
  readonly values: Float64Array;
}

/** Shares of one question. */
export interface WordShares {
  /** Whether anybody looked. */
  readonly hasLooked: boolean;
  /** Of what is exposed as text: of its words, its title and its names. */
  readonly text: SharesByPosition;
  /** Of anything else: of its title, names and authored place, and of its released gist. */
  readonly face: SharesByPosition & {
    /** The same without the gist. */
    readonly withoutGist: Float64Array;
  };
  /** Who states an identifier that the question names. */
  readonly identified: IdentifierEntries;
}

/** Shares where nobody looked for words. */
export const NO_SHARES: WordShares = {
  hasLooked: false,
  text: { positions: new Uint32Array(0), values: new Float64Array(0) },
  face: { positions: new Uint32Array(0), values: new Float64Array(0), withoutGist: new Float64Array(0) },
  identified: NO_IDENTIFIERS,
};

/** Looks for the words of a question. Beginnings of words are looked for in public text alone. */
export function wordShares(
  { plain, beginnings }: QuerySyntax,
  lexical: LexicalIndex,
  { exposure }: RetrievalColumns,
): WordShares {
  const isText = (position: number): boolean => exposure[position] === TEXT;
  const full = lexicalScores(plain, lexical, beginnings);
  const canonical = canonicalQuery(plain);
  const isSame = canonical === plain && beginnings.length === 0;
  const forFaces = isSame ? full : faceScores(canonical, lexical);
  const text = pick(full, isText);
  const face = pick(forFaces, (position) => !isText(position));
  const { texts } = identifierEntries(plain, lexical);
  const { faces } = identifierEntries(canonical, lexical);
  return { hasLooked: true, text, face, identified: { texts, faces } };
}

function pick(
  { positions, values, withoutGist, attainable }: LexicalScores,
  belongs: (position: number) => boolean,
): WordShares['face'] {
  const picked = {
    positions: new Uint32Array(positions.length),
    values: new Float64Array(positions.length),
    withoutGist: new Float64Array(positions.length),
  };
  let count = 0;
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] as number;
    if (!belongs(position)) continue;
    picked.positions[count] = position;
    picked.values[count] = share(values[at] as number, attainable);
    picked.withoutGist[count] = share(withoutGist[at] as number, attainable);
    count += 1;
  }
  return {
    positions: picked.positions.subarray(0, count),
    values: picked.values.subarray(0, count),
    withoutGist: picked.withoutGist.subarray(0, count),
  };
}
