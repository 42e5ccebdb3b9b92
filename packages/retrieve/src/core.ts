/**
 * The door of the private side: ranking with exact scores, its plugins, and the slow oracle.
 *
 * What it returns holds unreleased text and exact scores and never leaves the process; whoever serves callers uses
 * `@archive/retrieve`. Pure: no files, clock, randomness or environment.
 */

// Ranking
export { partitionByRaw, retrieve, retrieveWithCounts } from './retrieve.ts';
export type { RetrieveOutcome } from './retrieve.ts';
export { LIMIT_PER_RAW, SCORE_FLOOR } from './options.ts';
export type { LimitPerRaw, RetrieveOptions } from './options.ts';

// Filters
export { compileFilters } from './filters.ts';
export type { FragmentFilter, FilterVerdict } from './filters.ts';

// Plugins
export type { BoostPlugin, Contributions, QueryContext, Recency } from './plugin.ts';
export {
  disclosure,
  DISCLOSURE_BOOST,
  discriminatingThemes,
  EXACT_MATCH_BOOST,
  exactMatch,
  FRESH_DAYS,
  NOW_WORDS,
  queryIsAboutNow,
  recency,
  RECENCY_BOOST,
  recencyFactor,
  STALE_DAYS,
  theme,
  THEME_BOOST,
  THEME_FREE_WORKS,
  THEME_SHARE,
} from './plugins/index.ts';
export type { NamedThemes, PluginOptions } from './plugins/index.ts';
export { defaultPlugins } from './rank.ts';
export type { PostRank } from './post-rank.ts';

// Lexical search
export { lexicalScores, share } from './lexical/lexical-scores.ts';
export type { LexicalScores } from './lexical/lexical-scores.ts';
export { didYouMean } from './lexical/did-you-mean.ts';
export type { PublicTexts } from './lexical/surface-form.ts';
export { highlights, hitHighlights, MOST_HIGHLIGHTS } from './lexical/highlights.ts';
export { identifierEntries } from './lexical/identifier-entries.ts';
export type { IdentifierEntries } from './lexical/identifier-entries.ts';
export { readQuerySyntax } from './lexical/query-syntax.ts';
export type { QuerySyntax } from './lexical/query-syntax.ts';
export { MOST_EXPANSIONS } from './lexical/lexical-query.ts';
export { MOST_READ, MOST_READ_CHARS } from './lexical/required-entries.ts';
export { snippet, SNIPPET_CHARS } from './lexical/snippet.ts';
export type { Snippet } from './lexical/snippet.ts';
export { topLexical } from './lexical/top-lexical.ts';
export type { TopLexical } from './lexical/top-lexical.ts';
export { oracleLexicalScores } from './lexical/lexical-oracle.ts';
export type { LexicalSource } from './lexical/lexical-oracle.ts';
export { narrowLexical } from './lexical/narrow-lexical.ts';
export type { LexicalIndex, LexicalKey, LexicalLane, LexicalSegment } from './lexical/lexical-port.ts';

// The oracle
export { oracleRetrieve, oracleSearch } from './oracle.ts';
export { oracleHybridSearch } from './oracle-hybrid.ts';

// Words and vectors in stages
export {
  DEFAULT_FUSION,
  liftOf,
  onScale,
  SCALE_KNEE,
  WORDLESS_NOISE,
  WORDS_ALONE,
} from './fusion.ts';
export type { Fusion, FusionKnot } from './fusion.ts';
export { searchStages } from './pipeline/search-stages.ts';
export type { StagesOptions } from './pipeline/search-stages.ts';
export type { Phase, StageTrace } from './pipeline/stage.ts';

// What a fragment looks like from outside
export { faceText } from './face-text.ts';

// What an index must offer
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
