/**
 * The arguments of `search_archive`: a search request with its filters on one level, from the schema of the contract.
 *
 * They are checked as strictly as a request over HTTP; only `null`, which many clients send for what they leave out,
 * counts as absent.
 */
import { LIMIT_DEFAULT, QUERY_MAX_CHARS, searchRequestSchema, type SearchRequest } from '@archive/contract';
import { z } from 'zod';
import { readSearchFields, SEARCH_PARAMETERS } from '../search-parameters.ts';
import type { ObjectSchema, PlainSchema } from './output-schemas.ts';
import { argumentsOf } from './tool.ts';

/** Reads the arguments. @throws {WireError} `invalid-request` naming each field at fault; values are not repeated */
export function readSearchArguments(args: unknown): SearchRequest {
  return readSearchFields(argumentsOf(args));
}

const DATE = 'YYYY, YYYY-MM or YYYY-MM-DD';

/** What the schema of the contract does not say. */
const HINTS: Readonly<Record<(typeof SEARCH_PARAMETERS)[number], Partial<PlainSchema>>> = {
  q: {
    description: 'The question, or the words to look for. One narrow idea works best.',
    minLength: 1,
    maxLength: QUERY_MAX_CHARS,
  },
  limit: { description: `Hits to return, default ${LIMIT_DEFAULT}.`, default: LIMIT_DEFAULT },
  recency: { description: 'Whether recent public material counts for more; default none.' },
  type: { description: 'Only works of these types, such as essay, book, transcript or episode.' },
  dateFrom: { description: `From the start of this date onward: ${DATE}.` },
  dateTo: { description: `Up to the end of this date: ${DATE}.` },
  undated: { description: 'What to do with undated material when a date bound is given; default exclude.' },
  creator: { description: 'Only works by a creator with this name.' },
  speaker: { description: 'Only passages in which a person of this name speaks.' },
  exposure: { description: 'Only hits that show this much: text, semantic or locator.' },
  raw: { description: 'Only material whose source is public, or private.' },
};

/** The schema a client is told. */
export const SEARCH_INPUT: ObjectSchema = inputSchema();

/** The request schema of the contract with its filters on one level, in words a model can use. */
function inputSchema(): ObjectSchema {
  const { properties } = z.toJSONSchema(searchRequestSchema, { io: 'input' }) as unknown as {
    properties: Record<string, PlainSchema> & { filters: { properties: Record<string, PlainSchema> } };
  };
  const { filters, ...own } = properties;
  const fields: Record<string, PlainSchema> = { ...own, ...filters.properties };
  return {
    type: 'object',
    properties: Object.fromEntries(
      SEARCH_PARAMETERS.map((name) => [name, { ...fields[name], ...HINTS[name] } as PlainSchema]),
    ),
    required: ['q'],
    additionalProperties: false,
  };
}
