/**
 * The door for tests: the conformance suite of an index, awkward small indexes for fast-check, and builders by hand.
 *
 * Needs `fast-check`, an optional peer dependency; the suite takes the test runner from its caller.
 */

// Conformance
export { describeRetrievalIndex } from './testing/describe-retrieval-index.ts';
export type { OpenIndex, SuiteOptions, SuiteRunner } from './testing/describe-retrieval-index.ts';
export { SAMPLE_ARCHIVE_DIMENSIONS, sampleArchive } from './testing/sample-archive.ts';
export { brokenIndexes } from './testing/broken-indexes.ts';
export type { BrokenIndex } from './testing/broken-indexes.ts';

// Generators
export {
  arbitraryArchive,
  arbitraryIndex,
  arbitraryLayout,
  arbitraryQueryVector,
  indexOf,
  SAMPLE_DIMENSIONS,
} from './testing/arbitrary-index.ts';
export type { SampleArchive, SampleEntry, SampleLayout } from './testing/arbitrary-index.ts';
export {
  arbitraryCeiling,
  arbitraryFilters,
  arbitraryQuery,
  arbitraryRetrieveOptions,
  arbitrarySearchOptions,
} from './testing/arbitrary-options.ts';

// Builders
export { buildIndex, buildPassage, buildWork, rowAt } from './testing/build.ts';
export { byteCodesOf, withByteCodes, withColumns } from './testing/with-facts.ts';
export { toyCodes } from './testing/toy-codes.ts';
export type { ToyCodes } from './testing/toy-codes.ts';
