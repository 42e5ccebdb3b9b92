import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oracleRetrieve, oracleSearch } from './oracle.ts';
import { retrieveWithCounts } from './retrieve.ts';
import { searchWithCounts } from './search.ts';
import { arbitraryIndex, arbitraryQueryVector } from './testing/arbitrary-index.ts';
import {
  arbitraryQuery,
  arbitraryRetrieveOptions,
  arbitrarySearchOptions,
} from './testing/arbitrary-options.ts';

describe('equality with the oracle (decisions 3.7)', () => {
  it('retrieves the same hits, in the same order, with the same scores and counts', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        arbitraryQueryVector,
        arbitraryQuery,
        arbitraryRetrieveOptions,
        (index, vector, query, options) => {
          expect(retrieveWithCounts(vector, query, index, options)).toStrictEqual(
            oracleRetrieve(vector, query, index, options),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('searches the same hits, in the same order, with the same released scores and counts', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        arbitraryQueryVector,
        arbitraryQuery,
        arbitrarySearchOptions,
        (index, vector, query, options) => {
          expect(searchWithCounts(vector, query, index, options)).toStrictEqual(
            oracleSearch(vector, query, index, options),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
