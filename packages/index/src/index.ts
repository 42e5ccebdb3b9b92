/**
 * The private door of @archive/index: everything a build needs to turn fragments into what may be served.
 *
 * For the author's side of the wall. A serving process imports `@archive/index/served`, which opens nothing private.
 * Adding a line is an API change.
 */

// The two indexes
export { INDEX_VERSION } from './private-index.ts';
export type { PrivateEntry, PrivateIndex } from './private-index.ts';
export type {
  CodesSpec,
  IndexForRetrieval,
  RetrievalIndexEntry,
  ServedAbout,
  ServedEntity,
  ServedEntry,
  ServedFragment,
  ServedIndex,
  ServedIndexData,
  ServedProjection,
} from './served-index.ts';

// Disclosure and embed strings
export { resolveDisclosure } from './resolve-disclosure.ts';
export { contentHash, EMBED_MAX_BYTES, projectionContentHash } from './content-hash.ts';
export { EMBED_MIN_WORDS, embedPlans, embedString } from './embed-string.ts';
export type { EmbedPlan, Reach } from './embed-string.ts';
export { faceText } from './face-text.ts';

// Strip and sign bits
export { toServedIndex } from './to-served-index.ts';
export type { StripOptions } from './to-served-index.ts';
export { completeCodesSpec, encodeQuery, encodeSignBits, MAX_CODE_BITS } from './sign-codes.ts';
export { buildRetrievalIndex } from './build-retrieval-index.ts';

// Checks
export { validateIndex } from './validate-index.ts';
export { validateServedIndex } from './validate-served-index.ts';
export { relintOrKeepAsDraft, relintProjection } from './relint-projection.ts';
export type { GistContext } from './relint-projection.ts';
export type { StoredProjection } from './stored-shape.ts';

// Files
export { readIndex, writeIndex, writeServedIndex } from './index-file.ts';
export { readServedIndex } from './read-served-index.ts';

// Generations
export { KEPT_GENERATIONS, publishGeneration } from './publish-generation.ts';
export type { GenerationPair } from './publish-generation.ts';
export { readCurrent } from './current-generation.ts';
export type { Current } from './current-generation.ts';
export { readGeneration, readPrivateGeneration } from './generation.ts';
export type { Generation } from './generation.ts';
export { acquireBuildLock } from './build-lock.ts';
export type { BuildLock } from './build-lock.ts';
export { prepareOutDir } from './out-dir.ts';

// Errors
export { IndexFormatError } from './index-format-error.ts';
export type { IndexFormatProblem } from './index-format-error.ts';
export { MisauthoredError } from './misauthored-error.ts';
export { BuildLockedError } from './build-lock.ts';
export { OutDirError } from './out-dir.ts';
