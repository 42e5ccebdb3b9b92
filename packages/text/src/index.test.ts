import { expect, it } from 'vitest';
import * as door from './index.ts';

it('exports exactly these names', () => {
  expect(Object.keys(door).sort()).toEqual([
    'ANALYZER_VERSION',
    'TERM_LANGUAGES',
    'analyze',
    'analyzeTerms',
    'clusterStarts',
    'codePointLength',
    'composeText',
    'containsPhrase',
    'contentWords',
    'firstTokens',
    'foldForSearch',
    'foldSkeleton',
    'hasUnspacedScript',
    'isCatalogueNumber',
    'languageOfVotes',
    'languageOfWords',
    'languagesOfStopWord',
    'locate',
    'matchesName',
    'normalizeText',
    'normalizeWords',
    'phraseFinder',
    'scanTerms',
    'shingles',
    'skeletonFold',
    'stemWord',
    'stopWords',
    'termOf',
    'truncateCodePoints',
    'truncateUtf8',
    'writtenRanges',
  ]);
});
