/**
 * The envelope of an answer, `archive-search/1`: additive only.
 *
 * Writing is strict. Reading ({@link parseSearchResponse}) drops keys it does not know and keeps unknown schemes, so
 * that a client of today survives an optional field of tomorrow.
 */
import * as z from 'zod';
import { evidenceHitReader, evidenceHitSchema, type EvidenceHit } from './evidence-hit.ts';
import { POLICY_COPY, type PolicyCopy } from './policy-copy.ts';
import { readAs } from './read-as.ts';
import type { SearchRequest } from './search-request.ts';
import { servedCountsReader, servedCountsSchema, type ServedCounts } from './served-counts.ts';

/** The name of this contract, in every response. */
export const SEARCH_CONTRACT = 'archive-search/1';

/** What a search yields before it is put in an envelope. */
export interface SearchOutcome {
  /** Best first; see `search` for the order. */
  hits: EvidenceHit[];
  /** Hits above the floor after all filters, before `limit`. */
  matched: number;
  /** Fragments that passed every other filter and were dropped for carrying no date. */
  excludedUndated: number;
}

/** The answer to a {@link SearchRequest}. */
export interface SearchResponse {
  /** The contract this fits. */
  contract: 'archive-search/1';
  /** The question as it was asked. */
  query: string;
  /** Best first. */
  hits: EvidenceHit[];
  /** Public hits over the floor, before `limit`, and the private ones that are returned: no other private one is counted. */
  matched: number;
  /** Public fragments that passed every other filter and were dropped for carrying no date. */
  excludedUndated: number;
  /** Facts about the index that was searched. */
  index: ServedCounts;
  /** The fixed copy, the same in every response. */
  policy: PolicyCopy;
  /**
   * What the search had to do without: `lexical` when the question could not be embedded and words alone found the hits,
   * whose scores are then not comparable with others.
   */
  degraded?: 'lexical';
  /** The question with words put right that stand in no public text, where ones like them do; words of public text alone. */
  didYouMean?: string;
}

/** What a response may say besides the outcome. */
export type SearchRemarks = Pick<SearchResponse, 'degraded' | 'didYouMean'>;

/** Anything that answers search requests: in process, over HTTP, or a test double. */
export type Search = (request: SearchRequest, options?: { signal?: AbortSignal }) => Promise<SearchResponse>;

const count = z.int().min(0);
const remarks = {
  degraded: z.literal('lexical').exactOptional(),
  didYouMean: z.string().min(1).exactOptional(),
};
const copy = { text: z.string(), semantic: z.string(), locator: z.string() };

/** Checks a {@link SearchResponse}; unknown keys are refused at every level. */
export const searchResponseSchema: z.ZodType<SearchResponse> = z.strictObject({
  contract: z.literal(SEARCH_CONTRACT),
  query: z.string(),
  hits: z.array(evidenceHitSchema),
  matched: count,
  excludedUndated: count,
  index: servedCountsSchema,
  policy: z.strictObject({ exposure: z.strictObject(copy), note: z.string() }),
  ...remarks,
});

const searchResponseReader: z.ZodType<SearchResponse> = z.object({
  contract: z.literal(SEARCH_CONTRACT),
  query: z.string(),
  hits: z.array(evidenceHitReader),
  matched: count,
  excludedUndated: count,
  index: servedCountsReader,
  policy: z.object({ exposure: z.object(copy), note: z.string() }),
  ...remarks,
});

/**
 * Puts an outcome into the envelope of the contract, from named fields.
 *
 * @param outcome  projected hits and counts, as `searchWithCounts` returns them
 * @param index    served counts of the index that was searched
 * @param remarks  what else there is to say
 */
export function toSearchResponse(
  request: SearchRequest,
  outcome: SearchOutcome,
  index: ServedCounts,
  { degraded, didYouMean }: SearchRemarks = {},
): SearchResponse {
  return {
    contract: SEARCH_CONTRACT,
    query: request.q,
    hits: outcome.hits,
    matched: outcome.matched,
    excludedUndated: outcome.excludedUndated,
    index: {
      builtAt: index.builtAt,
      entityCount: index.entityCount,
      fragmentCount: index.fragmentCount,
    },
    policy: POLICY_COPY,
    ...(degraded === undefined ? {} : { degraded }),
    ...(didYouMean === undefined ? {} : { didYouMean }),
  };
}

/**
 * Reads a response from a server: unknown keys are dropped, unknown schemes are kept.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseSearchResponse(input: unknown): SearchResponse {
  return readAs(searchResponseReader, 'search response', input);
}
