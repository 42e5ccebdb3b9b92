/**
 * Reads a search request off a query string, as strictly as off a body: a name that is not listed, a single value given
 * twice or a number that is none is refused by name.
 */
import { ContractError, type FieldIssue, parseSearchRequest, type SearchRequest } from '@archive/contract';
import { invalidRequest } from './wire-error.ts';

/** Names of the query parameters; those of {@link REPEATABLE} may occur more than once. */
export const SEARCH_PARAMETERS = [
  'q',
  'limit',
  'recency',
  'type',
  'dateFrom',
  'dateTo',
  'undated',
  'creator',
  'speaker',
  'exposure',
  'raw',
] as const;

/** Parameters that collect every value they are given. */
export const REPEATABLE: ReadonlySet<string> = new Set(['type', 'exposure']);

/**
 * Reads the parameters of a search.
 *
 * @throws {WireError} `invalid-request` naming each parameter at fault; values are not repeated
 */
export function readSearchParameters(parameters: URLSearchParams): SearchRequest {
  const issues = nameIssues(parameters);
  if (issues.length > 0) throw invalidRequest('the query string is not valid', issues);
  const { q, limit, recency, ...filters } = collect(parameters);
  const request = {
    ...(q === undefined ? {} : { q }),
    ...(limit === undefined ? {} : { limit: wholeNumber(limit) }),
    ...(recency === undefined ? {} : { recency }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
  };
  return parsed(request, onOneLevel, typeof limit === 'string' && !WHOLE.test(limit) ? ['limit'] : []);
}

/**
 * Reads a request whose filters stand beside the question, on one level, as values of JSON.
 *
 * @throws {WireError} `invalid-request` naming each field at fault; values are not repeated
 */
export function readSearchFields(fields: Readonly<Record<string, unknown>>): SearchRequest {
  const { q, limit, recency, ...filters } = fields;
  const request = {
    ...(q === undefined ? {} : { q }),
    ...(limit === undefined ? {} : { limit }),
    ...(recency === undefined ? {} : { recency }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
  };
  return parsed(request, onOneLevel);
}

/** Reads a body as a request; `what` is how it is called where it is refused. */
export function readSearchBody(body: unknown, what?: string): SearchRequest {
  return parsed(body, (field) => field, [], what);
}

/** The name a field has where filters stand beside the question. */
function onOneLevel(field: string): string {
  return field.replace(/^filters\./, '').replace(/\.\d+$/, '');
}

/** @param noNumbers  fields of which is known that they are no whole numbers */
function parsed(
  request: unknown,
  nameOf: (field: string) => string,
  noNumbers: readonly string[] = [],
  what = 'search request',
): SearchRequest {
  try {
    return parseSearchRequest(request);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const issues = error.issues.map(({ field, message }) => ({
      field: nameOf(field),
      message: noNumbers.includes(field)
        ? 'is not a whole number'
        : message.replace(/\bfilters\.\w+/g, nameOf),
    }));
    throw invalidRequest(`the ${what} is not valid`, issues);
  }
}

function nameIssues(parameters: URLSearchParams): FieldIssue[] {
  const issues = new Map<string, FieldIssue>();
  for (const name of parameters.keys()) {
    if (!KNOWN.has(name)) {
      const field = /^[\w.-]{1,40}$/.test(name) ? name : '(unprintable name)';
      issues.set(field, { field, message: 'is not a known parameter' });
    } else if (!REPEATABLE.has(name) && parameters.getAll(name).length > 1) {
      issues.set(name, { field: name, message: 'is given more than once' });
    }
  }
  return [...issues.values()];
}

/** Gathers the known parameters into fields; the names are ours, so no property of an object can be touched. */
function collect(parameters: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of SEARCH_PARAMETERS) {
    const values = parameters.getAll(name);
    if (values[0] !== undefined) fields[name] = REPEATABLE.has(name) ? values : values[0];
  }
  return fields;
}

/** A number as digits; anything else is handed on for the schema to refuse. */
function wholeNumber(value: string | string[]): unknown {
  return typeof value === 'string' && WHOLE.test(value) ? Number(value) : value;
}

const WHOLE = /^-?\d{1,15}$/;

const KNOWN: ReadonlySet<string> = new Set(SEARCH_PARAMETERS);
