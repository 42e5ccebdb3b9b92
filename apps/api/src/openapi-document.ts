/**
 * The description of the HTTP interface, OpenAPI 3.1, made from the schemas that check requests and responses.
 *
 * It describes every archive alike: nothing of the one that is served stands in it.
 */
import {
  fragmentFaceSchema,
  searchRequestSchema,
  searchResponseSchema,
  WIRE_ERRORS,
  type WireErrorCode,
} from '@archive/contract';
import { z } from 'zod';
import { REPEATABLE, SEARCH_PARAMETERS } from './search-parameters.ts';
import { workRecordSchema } from './served-works.ts';
import { wireProblemSchema } from './wire-error.ts';

/** A JSON value of the document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The document, ready to be sent; the same for every archive. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Archive search',
      version: 'archive-search/1',
      description:
        'Searches an archive and returns what its owner released: passages, descriptions of passages, or only where they are. A hit is a candidate, not a citation.',
    },
    paths: {
      '/v1/search': {
        get: operation('searchByQuery', 'Search by query string', SEARCHED, {
          parameters: searchParameters(),
        }),
        post: operation('searchByBody', 'Search by JSON body', SEARCHED, {
          requestBody: { required: true, content: { 'application/json': { schema: ref('SearchRequest') } } },
        }),
      },
      '/v1/fragments/{id}': {
        get: operation('readFragment', 'One served fragment', READ('FragmentFace'), {
          parameters: [idParameter('fragment')],
        }),
      },
      '/v1/entities/{id}': {
        get: operation(
          'readEntity',
          'One served work, with the faces of its public fragments',
          READ('WorkRecord'),
          {
            parameters: [idParameter('work')],
          },
        ),
      },
      '/v1/openapi.json': {
        get: operation(
          'readDescription',
          'This description',
          {
            '200': {
              description: 'The description',
              content: { 'application/json': { schema: { type: 'object' } } },
            },
          },
          {},
        ),
      },
      '/health': {
        get: operation(
          'readHealth',
          'Whether an index is served',
          { '200': { description: 'An index is served' }, ...problems('index-unavailable') },
          {},
        ),
      },
    },
    components: { schemas: componentSchemas() },
  };
}

function componentSchemas(): { readonly [key: string]: Json } {
  return {
    SearchRequest: schemaOf(searchRequestSchema, 'input'),
    SearchResponse: schemaOf(searchResponseSchema, 'output'),
    FragmentFace: schemaOf(fragmentFaceSchema, 'output'),
    WorkRecord: schemaOf(workRecordSchema, 'output'),
    Problem: schemaOf(wireProblemSchema, 'output'),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as Record<string, Json>;
  return rest;
}

/** One query parameter for each field of a request, with the schema the body has for it. */
function searchParameters(): Json[] {
  const { properties } = schemaOf(searchRequestSchema, 'input') as { properties: Record<string, Json> };
  const { filters, ...own } = properties as { filters: { properties: Record<string, Json> } } & Record<
    string,
    Json
  >;
  const fields: Record<string, Json> = { ...own, ...filters.properties };
  return SEARCH_PARAMETERS.map((name) => ({
    name,
    in: 'query',
    required: name === 'q',
    schema: fields[name] ?? {},
    ...(REPEATABLE.has(name) ? { style: 'form', explode: true } : {}),
  }));
}

function idParameter(what: string): Json {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `Id of a ${what}, percent-encoded`,
    schema: { type: 'string' },
  };
}

function operation(
  operationId: string,
  summary: string,
  responses: Json,
  more: { readonly [key: string]: Json },
): Json {
  return { operationId, summary, ...more, responses };
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function answer(description: string, name: string): Json {
  return { description, content: { 'application/json': { schema: ref(name) } } };
}

/** Problems by status; codes that share a status share an entry. */
function problems(...codes: WireErrorCode[]): { readonly [status: string]: Json } {
  const named = new Map<number, WireErrorCode[]>();
  for (const code of codes) named.set(WIRE_ERRORS[code], [...(named.get(WIRE_ERRORS[code]) ?? []), code]);
  return Object.fromEntries(
    [...named].map(([status, group]) => [
      String(status),
      { description: group.join(', '), content: { 'application/problem+json': { schema: ref('Problem') } } },
    ]),
  );
}

const SEARCHED: Json = {
  '200': answer('What may be released, best first', 'SearchResponse'),
  ...problems(
    'invalid-request',
    'payload-too-large',
    'internal-error',
    'index-unavailable',
    'embedder-unavailable',
  ),
};

const READ = (name: string): Json => ({
  '200': answer('What may be released', name),
  ...problems('not-found', 'internal-error', 'index-unavailable'),
});
