/**
 * The description of the HTTP interface, OpenAPI 3.1, made from the schemas that check requests and responses.
 *
 * It describes every archive alike: nothing of the one that is served stands in it.
 */
import {
  answerEventSchema,
  answerSchema,
  answerVerificationSchema,
  fragmentFaceSchema,
  searchRequestSchema,
  searchResponseSchema,
  verifyRequestSchema,
  WIRE_ERRORS,
  type WireErrorCode,
} from '@archive/contract';
import { z } from 'zod';
import { DAILY_SHARE } from './daily-share.ts';
import { policyDocumentSchema } from './describe-archive.ts';
import type { Json } from './json-value.ts';
import { workListSchema } from './list-works.ts';
import { OPENAPI_EXAMPLES } from './openapi-examples.ts';
import { type HeaderFacts, OPENAPI_HEADERS, withHeaders } from './openapi-headers.ts';
import { readinessSchema } from './readiness.ts';
import { QUERY_MARKS } from './query-marks.ts';
import { REPEATABLE, SEARCH_PARAMETERS } from './search-parameters.ts';
import { workRecordSchema } from './served-works.ts';
import { problemOf, WireError, wireProblemSchema } from './wire-error.ts';

/** The document, ready to be sent; the same for every archive. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Archive search',
      version: 'archive-search/1',
      description: `Searches an archive and returns what its owner released: passages, descriptions of passages, or only where they are. A hit is a candidate, not a citation; an answer cites public passages alone. ${DAILY_SHARE} Forms of the page and the Model Context Protocol, spoken at \`POST /mcp\`, are not described here.`,
    },
    paths: {
      '/v1/search': {
        get: operation(
          'searchByQuery',
          'Search by query string',
          SEARCHED,
          {
            parameters: searchParameters(),
          },
          { mayDegrade: true, mayBeKept: true },
        ),
        post: operation(
          'searchByBody',
          'Search by JSON body',
          SEARCHED,
          {
            description: `As \`GET /v1/search\`. ${QUERY_MARKS}`,
            requestBody: { required: true, content: json('SearchRequest') },
          },
          { mayDegrade: true },
        ),
      },
      '/v1/ask': {
        post: operation(
          'askByBody',
          'Answer a question from public passages, with citations, or refuse',
          ASKED,
          {
            description:
              'Searches as POST /v1/search does, and writes the answer from what that may release. Sentences cite public passages alone; what is not released as text is listed in `related`. With `Accept: text/event-stream` the answer is told as it is made.',
            requestBody: { required: true, content: json('SearchRequest') },
          },
          { mayDegrade: true },
        ),
      },
      '/v1/verify': {
        post: operation('verifyAnswer', 'Check an answer against the public passages it cites', VERIFIED, {
          description:
            'The answer may be anybody’s. A citation that is no public passage of this archive does not resolve, whatever the reason. At most 50 passages are cited.',
          requestBody: { required: true, content: json('VerifyRequest') },
        }),
      },
      '/v1/fragments/{id}': {
        get: operation(
          'readFragment',
          'One served fragment',
          READ('FragmentFace'),
          {
            parameters: [idParameter('fragment')],
          },
          { mayBeKept: true },
        ),
      },
      '/v1/entities': {
        get: operation(
          'listEntities',
          'Public works by id, twenty at a time, and how many private ones there are',
          {
            '200': answer('One page', 'WorkList'),
            ...problems('invalid-request', 'rate-limited', 'internal-error', 'index-unavailable'),
          },
          { parameters: [CURSOR] },
          { mayBeKept: true },
        ),
      },
      '/v1/policy': {
        get: operation(
          'readPolicy',
          'What each exposure means, and the contracts spoken here',
          {
            '200': answer('The policy', 'PolicyDocument'),
            ...problems('rate-limited', 'internal-error', 'index-unavailable'),
          },
          {},
          { mayBeKept: true },
        ),
      },
      '/v1/entities/{id}': {
        get: operation(
          'readEntity',
          'One served work, with the faces of its public fragments',
          READ('WorkRecord'),
          {
            parameters: [idParameter('work')],
          },
          { mayBeKept: true },
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
            ...problems('rate-limited'),
          },
          {},
          { mayBeKept: true },
        ),
      },
      '/llms.txt': {
        get: operation(
          'readForModels',
          'This archive in words, for language models',
          {
            '200': {
              description: 'Markdown',
              content: { 'text/plain': { schema: { type: 'string' } } },
            },
            ...problems('rate-limited', 'index-unavailable'),
          },
          {},
          { mayBeKept: true },
        ),
      },
      '/ready': {
        get: operation(
          'readReadiness',
          'Whether a question can be answered now',
          { '200': answer('It can', 'Readiness'), '503': answer('It cannot', 'Readiness') },
          {},
          { isCounted: false },
        ),
      },
      '/health': {
        get: operation(
          'readHealth',
          'Whether an index is served',
          { '200': { description: 'An index is served' }, ...problems('index-unavailable') },
          {},
          { isCounted: false },
        ),
      },
    },
    components: { schemas: componentSchemas(), headers: OPENAPI_HEADERS },
  };
}

function componentSchemas(): { readonly [key: string]: Json } {
  return {
    SearchRequest: schemaOf(searchRequestSchema, 'input'),
    SearchResponse: schemaOf(searchResponseSchema, 'output'),
    FragmentFace: schemaOf(fragmentFaceSchema, 'output'),
    WorkRecord: schemaOf(workRecordSchema, 'output'),
    WorkList: schemaOf(workListSchema, 'output'),
    Answer: schemaOf(answerSchema, 'output'),
    AnswerEvent: schemaOf(answerEventSchema, 'output'),
    VerifyRequest: schemaOf(verifyRequestSchema, 'input'),
    AnswerVerification: schemaOf(answerVerificationSchema, 'output'),
    PolicyDocument: schemaOf(policyDocumentSchema, 'output'),
    Readiness: schemaOf(readinessSchema, 'output'),
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
    ...(name === 'q' ? { description: `The question. ${QUERY_MARKS}` } : {}),
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
  responses: { readonly [status: string]: Json },
  more: { readonly [key: string]: Json },
  facts: HeaderFacts = {},
): Json {
  return { operationId, summary, ...more, responses: withHeaders(responses, facts) };
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function answer(description: string, name: string): Json {
  return { description, content: json(name) };
}

/** A body of a schema, with its example. */
function json(name: string): Json {
  const example = OPENAPI_EXAMPLES[name];
  return { 'application/json': { schema: ref(name), ...(example === undefined ? {} : { example }) } };
}

function problemBody(code: WireErrorCode): Json {
  if (code === 'invalid-request')
    return { schema: ref('Problem'), example: OPENAPI_EXAMPLES['Problem'] ?? null };
  const { type, title, status, detail } = problemOf(new WireError(code, { message: 'why, in one sentence' }));
  return { schema: ref('Problem'), example: { type, title, status, code, detail: detail ?? '' } };
}

/** Problems by status; codes that share a status share an entry. */
function problems(...codes: WireErrorCode[]): { readonly [status: string]: Json } {
  const named = new Map<number, WireErrorCode[]>();
  for (const code of codes) named.set(WIRE_ERRORS[code], [...(named.get(WIRE_ERRORS[code]) ?? []), code]);
  return Object.fromEntries(
    [...named].map(([status, group]) => [
      String(status),
      {
        description: group.join(', '),
        content: { 'application/problem+json': problemBody(group[0] ?? 'internal-error') },
      },
    ]),
  );
}

const REFUSALS_OF_QUESTIONS = problems(
  'invalid-request',
  'payload-too-large',
  'rate-limited',
  'internal-error',
  'index-unavailable',
  'embedder-unavailable',
);

const SEARCHED = {
  '200': answer('What may be released, best first', 'SearchResponse'),
  ...REFUSALS_OF_QUESTIONS,
};

const ASKED = {
  '200': {
    description: 'An answer, or a refusal in fixed words',
    content: {
      ...(json('Answer') as { readonly [type: string]: Json }),
      'text/event-stream': {
        schema: {
          type: 'string',
          description:
            'Server-sent events. The data of each is an AnswerEvent: steps, then mode, sentences and the whole, which come only when all of it was checked. An event `error` holds a Problem and is the last.',
        },
        example: 'event: step\ndata: {"event":"step","step":"searching"}\n\n',
        'x-event': ref('AnswerEvent'),
      },
    },
  },
  ...REFUSALS_OF_QUESTIONS,
};

const VERIFIED = {
  '200': answer('The report', 'AnswerVerification'),
  ...problems('invalid-request', 'payload-too-large', 'rate-limited', 'internal-error', 'index-unavailable'),
};

const READ = (name: string): { readonly [status: string]: Json } => ({
  '200': answer('What may be released', name),
  ...problems('not-found', 'rate-limited', 'internal-error', 'index-unavailable'),
});

const CURSOR: Json = {
  name: 'cursor',
  in: 'query',
  required: false,
  description: 'What `next` of the page before said; good while the same generation is served',
  schema: { type: 'string', minLength: 1, pattern: '^[A-Za-z0-9_-]+$' },
};
