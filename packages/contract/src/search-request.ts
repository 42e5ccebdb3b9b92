/**
 * What a caller may ask. Strict: an unknown key, an empty list, `none`, an impossible or reversed date is refused.
 */
import * as z from 'zod';
import { parseDateInterval } from './date-interval.ts';
import { line, readRequest } from './read-request.ts';
import { rawSchema, servedExposureSchema, type Raw, type ServedExposure } from './exposure.ts';

/** Which fragments may be candidates. All given filters must hold. */
export interface SearchFilters {
  /** Types of work; at least one when given. */
  type?: string[];
  /** From the start of this interval onward: YYYY, YYYY-MM or YYYY-MM-DD. */
  dateFrom?: string;
  /** To the end of this interval: YYYY, YYYY-MM or YYYY-MM-DD. */
  dateTo?: string;
  /** What to do with undated fragments when a bound is given; default `exclude`. */
  undated?: 'include' | 'exclude';
  /** Name of a creator of the work. */
  creator?: string;
  /** Name of a speaker in the fragment; placeholders never match. */
  speaker?: string;
  /** Only fragments exposed like this; at least one when given. */
  exposure?: ServedExposure[];
  /** Only fragments whose source is public, or only those whose source is private. */
  raw?: Raw;
}

/** One question to the archive. */
export interface SearchRequest {
  /** Not blank, at most 500 code points. */
  q: string;
  /** 1 to 20, default 10: the total over all exposures, after filters and floor. */
  limit?: number;
  /** Default: no filter. */
  filters?: SearchFilters;
  /** Default `none` on the wire. */
  recency?: 'none' | 'prefer-recent' | 'auto';
}

/** Longest question, in code points. */
export const QUERY_MAX_CHARS = 500;
/** Smallest `limit` of a request. */
export const LIMIT_MIN = 1;
/** Largest `limit` of a request. */
export const LIMIT_MAX = 20;
/** The `limit` of a request that states none. */
export const LIMIT_DEFAULT = 10;

const FILTER_VALUE_MAX_CHARS = 200;
const FILTER_LIST_MAX = 20;

const value = line(FILTER_VALUE_MAX_CHARS);

/** The dates the calendar has, for readers of the JSON Schema; here `parseDateInterval` decides. */
const DATE_PATTERN = [
  '^([0-9]{4}(-(0[1-9]|1[0-2]))?',
  '[0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])',
  '[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)',
  '[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])',
  '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$',
].join('|');

const date = z
  .string()
  .refine((text) => parseDateInterval(text) !== null, {
    error: 'is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD that the calendar has',
  })
  .meta({ pattern: DATE_PATTERN });

/** Checks {@link SearchFilters}; unknown keys are refused. */
export const searchFiltersSchema = z
  .strictObject({
    type: z.array(value).min(1).max(FILTER_LIST_MAX).exactOptional(),
    dateFrom: date.exactOptional(),
    dateTo: date.exactOptional(),
    undated: z.enum(['include', 'exclude']).exactOptional(),
    creator: value.exactOptional(),
    speaker: value.exactOptional(),
    exposure: z.array(servedExposureSchema).min(1).max(FILTER_LIST_MAX).exactOptional(),
    raw: rawSchema.exactOptional(),
  })
  .refine(({ dateFrom, dateTo }) => !isReversed(dateFrom, dateTo), {
    path: ['dateTo'],
    error: 'ends before filters.dateFrom begins',
  }) satisfies z.ZodType<SearchFilters>;

/** Checks a {@link SearchRequest}; unknown keys are refused. */
export const searchRequestSchema = z.strictObject({
  q: line(QUERY_MAX_CHARS),
  limit: z.int().min(LIMIT_MIN).max(LIMIT_MAX).exactOptional(),
  filters: searchFiltersSchema.exactOptional(),
  recency: z.enum(['none', 'prefer-recent', 'auto']).exactOptional(),
}) satisfies z.ZodType<SearchRequest>;

function isReversed(dateFrom: string | undefined, dateTo: string | undefined): boolean {
  if (dateFrom === undefined || dateTo === undefined) return false;
  const from = parseDateInterval(dateFrom);
  const to = parseDateInterval(dateTo);
  return from !== null && to !== null && to.end < from.start;
}

/**
 * Reads a request from outside.
 *
 * @throws {ContractError} `invalid-request`, with every field at fault; messages never repeat what was sent
 */
export function parseSearchRequest(input: unknown): SearchRequest {
  return readRequest(searchRequestSchema, 'search request', input);
}
