/**
 * The wire door of the contract: everything that may cross, and nothing that may not.
 *
 * Anyone may import it. It depends on zod alone, has no Node import, and is all that a wire client needs. Adding a
 * line here is an API change. Types of the private side are behind `@archive/contract/private`.
 */

// Provenance
export type { Identifier } from './identifier.ts';
export type { Locator } from './locator.ts';
export type { Attribution } from './attribution.ts';
export type { EntityFace } from './entity-face.ts';
export { identifierSchema } from './identifier.ts';
export { KNOWN_LOCATOR_SCHEMES, locatorSchema } from './locator.ts';
export { attributionSchema } from './attribution.ts';
export { entityFaceSchema } from './entity-face.ts';

// Disclosure
export type { Disclosure, Exposure, Raw, ServedExposure } from './exposure.ts';
export {
  disclosureSchema,
  EXPOSURES,
  exposureSchema,
  rawSchema,
  SERVED_EXPOSURES,
  servedExposureSchema,
} from './exposure.ts';
export type { LintedGist } from './linted-gist.ts';
export { GIST_CEILING_CHARS } from './linted-gist.ts';

// Hits
export type {
  EvidenceHit,
  FragmentFace,
  FragmentProvenance,
  LocatorContent,
  LocatorHit,
  SemanticContent,
  SemanticHit,
  TextContent,
  TextHit,
  Highlight,
} from './evidence-hit.ts';
export { evidenceHitSchema, fragmentFaceSchema, HIGHLIGHTS_MAX } from './evidence-hit.ts';
export { parseEntityFace, parseFragmentFace } from './read-faces.ts';

// Requests and responses
export type { SearchFilters, SearchRequest } from './search-request.ts';
export {
  LIMIT_DEFAULT,
  LIMIT_MAX,
  LIMIT_MIN,
  parseSearchRequest,
  QUERY_MAX_CHARS,
  searchFiltersSchema,
  searchRequestSchema,
} from './search-request.ts';
export type {
  Search,
  SearchOutcome,
  SearchRemarks,
  SearchResponse,
} from './search-response.ts';
export type { ServedCounts } from './served-counts.ts';
export {
  parseSearchResponse,
  SEARCH_CONTRACT,
  searchResponseSchema,
  toSearchResponse,
} from './search-response.ts';
export type { PolicyCopy } from './policy-copy.ts';
export { POLICY_COPY } from './policy-copy.ts';

// Answers
export type {
  Answer,
  AnswerCitation,
  AnswerMode,
  AnswerRefusal,
  AnswerSentence,
  AnswerSource,
  AnswerUsage,
  RefusalReason,
  RelatedPlace,
  RelatedWork,
} from './answer.ts';
export { ANSWER_CONTRACT, ANSWER_MODES, answerSchema, parseAnswer } from './answer.ts';
export type { AnswerEvent, AnswerStep } from './answer-event.ts';
export { ANSWER_STEPS, answerEventSchema, parseAnswerEvent } from './answer-event.ts';
export type {
  AnswerVerification,
  CheckResult,
  ClaimedSentence,
  JudgedFaithfulness,
  VerificationCheck,
  VerifyRequest,
} from './answer-verification.ts';
export {
  answerVerificationSchema,
  parseAnswerVerification,
  parseVerifyRequest,
  VERIFICATION_CHECKS,
  VERIFY_MAX_CHARS,
  VERIFY_MAX_SENTENCES,
  verifyRequestSchema,
} from './answer-verification.ts';

// Places and dates
export { renderLocatorLabel } from './locator-label.ts';
export { locatorKey, locatorSlug } from './locator-key.ts';
export { formatTimecode, TIMECODE_FORM } from './timecode.ts';
export type { DateInterval } from './date-interval.ts';
export { intervalsIntersect, parseDateInterval } from './date-interval.ts';

// Errors
export type {
  ArchiveErrorOptions,
  FieldIssue,
  WireErrorCode,
  WireProblem,
} from './errors.ts';
export {
  ArchiveError,
  ContractError,
  LocatorError,
  WIRE_ERRORS,
} from './errors.ts';
