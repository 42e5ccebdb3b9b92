import { expect, it } from 'vitest';
import * as door from './index.ts';

it('exports exactly these names', () => {
  expect(Object.keys(door).sort()).toEqual([
    'analyze',
    'codePointLength',
    'containsPhrase',
    'contentWords',
    'firstTokens',
    'foldForSearch',
    'foldSkeleton',
    'hasUnspacedScript',
    'locate',
    'matchesName',
    'normalizeText',
    'normalizeWords',
    'shingles',
    'skeletonFold',
    'stopWords',
    'truncateCodePoints',
    'truncateUtf8',
    'writtenRanges',
  ]);
});
