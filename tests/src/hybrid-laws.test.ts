/**
 * The laws of a search by words and vectors, over generated archives with postings as an index writes them.
 */
import { buildLexicalIndex } from '@archive/index';
import { type RetrievalIndex, type SearchOptions, search, searchWithCounts } from '@archive/retrieve';
import { oracleHybridSearch, oracleSearch } from '@archive/retrieve/core';
import {
  arbitraryIndex,
  arbitraryQuery,
  arbitraryQueryVector,
  arbitrarySearchOptions,
} from '@archive/retrieve/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const question = fc.record({
  vector: arbitraryQueryVector,
  query: fc.oneof(
    arbitraryQuery,
    fc.constantFrom('a walk over ice', 'passage 3 of night', 'Ada Winter harbour'),
  ),
  options: arbitrarySearchOptions,
});
const diversity = fc.constantFrom(undefined, undefined, { perWork: 1 }, { perWork: 2 });

function withWords(index: RetrievalIndex): RetrievalIndex {
  return { ...index, lexical: buildLexicalIndex(index.entries, index.entities) };
}

function hybrid(options: SearchOptions, perWork?: { perWork: number }): SearchOptions {
  return { ...options, profile: 'hybrid', ...(perWork === undefined ? {} : { diversity: perWork }) };
}

describe('a search by words and vectors', () => {
  it('equals the slow oracle, bit for bit (decisions 3.7)', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, diversity, (plain, { vector, query, options }, perWork) => {
        const index = withWords(plain);
        const asked = hybrid(options, perWork);
        expect(searchWithCounts(vector, query, index, asked)).toStrictEqual(
          oracleHybridSearch(vector, query, index, asked),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('equals it without a vector, by words alone', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (plain, { query, options }) => {
        const index = withWords(plain);
        expect(searchWithCounts(undefined, query, index, hybrid(options))).toStrictEqual(
          oracleHybridSearch(undefined, query, index, hybrid(options)),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('is the plain one in an index without postings', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (index, { vector, query, options }) => {
        expect(searchWithCounts(vector, query, index, hybrid(options))).toStrictEqual(
          oracleSearch(vector, query, index, options),
        );
      }),
      { numRuns: 150 },
    );
  });
  void search;
});
