/**
 * The door for tests: awkward small indexes for fast-check, and toy sign codes.
 *
 * Needs `fast-check`, an optional peer dependency.
 */
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
export { toyCodes } from './testing/toy-codes.ts';
export type { ToyCodes } from './testing/toy-codes.ts';
