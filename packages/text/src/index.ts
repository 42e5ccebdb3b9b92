/**
 * The door of @archive/text: one normaliser for lint, retrieval, canaries and quotations.
 *
 * Anyone may import it. Strings in, strings (and positions) out: no files, clock, locale or network, and no Node import.
 */

// Normal form
export { composeText, normalizeText } from './normalize-text.ts';
export { foldSkeleton, skeletonFold } from './skeleton.ts';

// Words and scripts
export { foldForSearch, hasUnspacedScript, normalizeWords } from './words.ts';
export { contentWords, stopWords } from './stop-words.ts';
export type { StopWordLanguage } from './stop-words.ts';
export { firstTokens } from './first-tokens.ts';
export type { TokenBounds } from './first-tokens.ts';
export { shingles } from './shingles.ts';
export type { ShingleSizes } from './shingles.ts';

// Terms of lexical search
export { ANALYZER_VERSION, analyzeTerms, clusterStarts, scanTerms, termOf } from './analyze-terms.ts';
export type { AnalyzedTerm, AnalyzedText, PartVisitor, TermKind } from './analyze-terms.ts';
export { isCatalogueNumber } from './identifier-terms.ts';
export type { IdentifierVisitor } from './identifier-terms.ts';
export {
  languageOfVotes,
  languageOfWords,
  languagesOfStopWord,
  stemWord,
  TERM_LANGUAGES,
} from './term-language.ts';
export type { TermLanguage } from './term-language.ts';

// Phrases and names
export { containsPhrase, matchesName, phraseFinder } from './contains-phrase.ts';

// Run matching
export { analyze } from './analyze.ts';
export type {
  Analysis,
  ComparisonForm,
  UnitKind,
  UnitSequence,
} from './analyze.ts';
export { locate } from './locate.ts';
export type { TextPosition } from './locate.ts';
export { writtenRanges } from './written-ranges.ts';
export type { TextRange } from './written-ranges.ts';

// Limits
export {
  codePointLength,
  truncateCodePoints,
  truncateUtf8,
} from './clip-text.ts';
