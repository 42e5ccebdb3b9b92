/**
 * The door of the served half: search an index, and cross.
 *
 * What comes out is an evidence hit, a face or a count; no scored fragment. The ranking core of the private side is
 * behind `@archive/retrieve/core`. Pure: no files, clock, randomness or environment.
 */

// Search
export { search, searchWithCounts } from './search.ts';
export { canonicalQuery } from './canonical-query.ts';
export type {
  Ceiling,
  CeilingCover,
  CeilingExposure,
  CeilingVerdict,
  LimitPerRaw,
  RetrieveOptions,
  SearchOptions,
  SearchProfile,
} from './options.ts';
export type { BoostPlugin, Contributions, QueryContext, Recency } from './plugin.ts';
export type { PostRank } from './post-rank.ts';

// Words, of public text alone
export { didYouMean } from './lexical/did-you-mean.ts';
export type { PublicTexts } from './lexical/surface-form.ts';
export { highlights, hitHighlights, MOST_HIGHLIGHTS } from './lexical/highlights.ts';
export { readQuerySyntax } from './lexical/query-syntax.ts';
export type { QuerySyntax } from './lexical/query-syntax.ts';
export { snippet, SNIPPET_CHARS } from './lexical/snippet.ts';
export type { Snippet } from './lexical/snippet.ts';

// The crossing
export { project } from './project.ts';
export { releasable } from './releasable.ts';
export { capExposure } from './cap-exposure.ts';
export { askCeiling } from './ceiling.ts';
export type { Allowance } from './ceiling.ts';
export { toFragmentFace } from './fragment-face.ts';
export { toEntityFace } from './entity-face.ts';

// What an index must offer
export type { LexicalIndex, LexicalKey, LexicalLane, LexicalSegment } from './lexical/lexical-port.ts';
export type { Fusion } from './fusion.ts';
export { narrowIndex } from './narrow-index.ts';
export { BYTE_CODE_SCRATCH } from './index-port.ts';
export type {
  ByteCodes,
  EntryList,
  Groups,
  RetrievalCodes,
  RetrievalColumns,
  RetrievalEntry,
  RetrievalIndex,
  StringList,
} from './index-port.ts';

// Errors
export { CrossingError, QueryVectorError, RetrievalIndexError, SearchOptionsError } from './errors.ts';
export type { QueryVectorName, QueryVectorProblem } from './errors.ts';
