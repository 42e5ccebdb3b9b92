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
export type { ByteCodes, EntryList, Groups, RetrievalColumns, StringList } from './retrieval-columns.ts';

// Disclosure and embed strings
export { resolveDisclosure } from './resolve-disclosure.ts';
export { contentHash, EMBED_MAX_BYTES, projectionContentHash } from './content-hash.ts';
export { EMBED_MIN_WORDS, embedPlans, embedString } from './embed-string.ts';
export type { EmbedPlan, Reach } from './embed-string.ts';
export { faceText } from './face-text.ts';

export { collectEntities } from './collect-entities.ts';
export type { CollectedEntity, EntityPair } from './collect-entities.ts';

// Strip and sign bits
export { toServedIndex } from './to-served-index.ts';
export type { StripOptions } from './to-served-index.ts';
export { completeCodesSpec, encodeQuery, encodeSignBits, MAX_CODE_BITS } from './sign-codes.ts';
export { privateVectorsOf, servedBuiltAt, servedContentHash } from './served-built-at.ts';
export { buildRetrievalIndex } from './build-retrieval-index.ts';

// Lexical postings
export { buildLexicalIndex, joinSegments } from './lexical/build-lexical-index.ts';
export type { IndexPostings } from './lexical/build-lexical-index.ts';
export { checkPostings } from './lexical/check-postings.ts';
export { encodePostings } from './lexical/encode-postings.ts';
export type { LexicalEntry } from './lexical/encode-postings.ts';
export { openPostings } from './lexical/open-postings.ts';
export type { PostingsSegment } from './lexical/open-postings.ts';
export type { PostingsLane } from './lexical/postings-lane.ts';
export type { TermKey } from './lexical/term-table.ts';

// Checks
export { validateIndex } from './validate-index.ts';
export { validateServedIndex } from './validate-served-index.ts';
export { relintOrKeepAsDraft, relintProjection } from './relint-projection.ts';
export type { GistContext } from './relint-projection.ts';
export type { StoredProjection } from './stored-projection.ts';

// Files
export { readIndex, writeIndex, writeServedIndex } from './index-file.ts';
export { readServedIndex } from './read-served-index.ts';

// Older schemas
export { migrateV2ToV3 } from './migrate-v2-to-v3.ts';
export { migrateV3ToV4 } from './migrate-v3-to-v4.ts';
export { migrateIndex } from './migrate-index.ts';
export type { IndexV3, LegacyEntry, LegacyNote, LegacyRecord } from './legacy-index.ts';

// Decisions of the author
export { emptyProjections, readProjections, writeProjections } from './projections-file.ts';
export type { ExposureOverride, ProjectionEvent, Projections, ReadProjections } from './projections-file.ts';
export { requestedExposure, resolveOverride } from './resolve-override.ts';
export { carryOverProjections, stampFingerprints } from './carry-over-projections.ts';
export type { CarriedProjections, TextPiece } from './carry-over-projections.ts';

// The ratchet
export type { GenerationPlan, NarrowingFinding } from './compare-generations.ts';
export type { FaceChange, ServedChange } from './face-changes.ts';
export { compareGenerations } from './compare-generations.ts';
export type { CompareOptions, WideningFinding, WideningKind } from './widenings.ts';

export { KnownText } from './known-text.ts';

// Generations
export { KEPT_GENERATIONS, publishGeneration } from './publish-generation.ts';
export type { GenerationPair } from './publish-generation.ts';
export { readCurrent } from './current-generation.ts';
export type { Current } from './current-generation.ts';
export { readGeneration, readPrivateGeneration } from './generation.ts';
export type { Generation } from './generation.ts';
export { readLastGeneration } from './read-last-generation.ts';
export { acquireBuildLock, acquireLock } from './build-lock.ts';
export type { BuildLock } from './build-lock.ts';
export { prepareOutDir } from './out-dir.ts';
export { byCodeUnit } from './code-unit-order.ts';

// Errors
export { IndexFormatError } from './index-format-error.ts';
export type { IndexFormatProblem } from './index-format-error.ts';
export { MisauthoredError } from './misauthored-error.ts';
export { CollectError } from './collect-entities.ts';
export { ProjectionConflictError } from './projections-file.ts';
export { CarryOverError } from './carry-over-projections.ts';
export { BuildLockedError } from './build-lock.ts';
export { PublishedUnreadableError } from './read-last-generation.ts';
export { OutDirError } from './out-dir.ts';
export { KnownTextLimitError } from './shingle-ranks.ts';
