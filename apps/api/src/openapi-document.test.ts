import { renderRelatedWork } from '@archive/answer';
import {
  answerEventSchema,
  answerSchema,
  answerVerificationSchema,
  fragmentFaceSchema,
  searchRequestSchema,
  searchResponseSchema,
  verifyRequestSchema,
} from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servedPaths } from './create-app.ts';
import { policyDocumentSchema } from './describe-archive.ts';
import { workListSchema } from './list-works.ts';
import { openApiDocument } from './openapi-document.ts';
import { OPENAPI_EXAMPLES } from './openapi-examples.ts';
import { readinessSchema } from './readiness.ts';
import { ask, post, serveSample } from './served-sample.fixture.ts';
import { workRecordSchema } from './served-works.ts';
import { wireProblemSchema } from './wire-error.ts';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string; in: string; required: boolean; schema: object }[];
        responses: Record<string, { description: string; headers: Record<string, { $ref: string }> }>;
      }
    >
  >;
  components: { schemas: Record<string, object>; headers: Record<string, object> };
}

const document = openApiDocument() as unknown as Document;

describe('openApiDocument', () => {
  it('describes every route for programs with its methods, and no other', () => {
    const described = Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.keys(methods).sort(),
    ]);
    const served = servedPaths()
      .filter(({ route }) => route.startsWith('/v1/') || ['/health', '/ready', '/llms.txt'].includes(route))
      .map(({ route, methods }) => [
        route.replace(':id', '{id}'),
        methods
          .filter((method) => method !== 'HEAD')
          .map((method) => method.toLowerCase())
          .sort(),
      ]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(served));
    expect(document.openapi).toBe('3.1.0');
  });

  it('names each query parameter with the schema the body has for it', () => {
    const parameters = document.paths['/v1/search']?.['get']?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toEqual([
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
    ]);
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 20,
    });
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['q']);
    expect(parameters.every(({ schema }) => Object.keys(schema).length > 0)).toBe(true);
  });

  it('takes its response schema from the contract', () => {
    const { $schema: _, ...expected } = z.toJSONSchema(searchResponseSchema);
    expect(document.components.schemas['SearchResponse']).toEqual(expected);
  });

  it('gives an example with every body of a schema, and each passes that schema', () => {
    const schemas: Record<string, z.ZodType> = {
      SearchRequest: searchRequestSchema,
      SearchResponse: searchResponseSchema,
      Answer: answerSchema,
      AnswerEvent: answerEventSchema,
      VerifyRequest: verifyRequestSchema,
      AnswerVerification: answerVerificationSchema,
      FragmentFace: fragmentFaceSchema,
      WorkRecord: workRecordSchema,
      WorkList: workListSchema,
      PolicyDocument: policyDocumentSchema,
      Readiness: readinessSchema,
      Problem: wireProblemSchema,
    };
    expect(Object.keys(OPENAPI_EXAMPLES).sort()).toEqual(Object.keys(document.components.schemas).sort());
    for (const [name, example] of Object.entries(OPENAPI_EXAMPLES)) {
      expect([name, schemas[name]?.safeParse(example).error?.issues]).toEqual([name, undefined]);
    }
    const { related } = answerSchema.parse(OPENAPI_EXAMPLES['Answer']);
    expect(related.map(({ text }) => text)).toEqual(related.map(renderRelatedWork));
    const bodies = [
      ...JSON.stringify(document.paths).matchAll(
        /"application\/json":\{"schema":\{"\$ref":"#\/components\/schemas\/(\w+)"\}(,"example")?/g,
      ),
    ];
    expect(bodies.length).toBeGreaterThan(7);
    expect(bodies.filter(([, , example]) => example === undefined)).toEqual([]);
    const problems = [
      ...JSON.stringify(document.paths).matchAll(
        /"application\/problem\+json":\{"schema":[^}]+\},"example":(\{.*?\})\}\}/g,
      ),
    ].map(([, example]) => wireProblemSchema.safeParse(JSON.parse(example ?? '')).error?.issues);
    expect(problems.length).toBeGreaterThan(20);
    expect(problems.filter((issues) => issues !== undefined)).toEqual([]);
  });

  it('resolves every reference and names every operation once', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).not.toContain('$schema');
  });
});

/** Headers that every web server sends, or that guard a browser: a caller has not to act on them. */
const EVERYDAY =
  /^(?:connection|content-(?:length|type|encoding|security-policy)|cross-origin-.*|date|keep-alive|cache-control|permissions-policy|referrer-policy|transfer-encoding|vary|x-(?:content-type-options|frame-options|accel-buffering|robots-tag)|origin-agent-cluster|strict-transport-security)$/;

describe('headers', () => {
  it('are stated for every answer that carries them, and none is stated that no answer carries', async () => {
    const limited = await serveSample({ limits: { requestsPerMinute: 30 } });
    const down = await serveSample({
      embedder: { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('down')) },
    });
    const tag = (await ask(limited, '/v1/policy')).headers.etag ?? '';
    const asked = [
      ['get', '/v1/search', await ask(limited, '/v1/search?q=harbour+bell&exposure=text')],
      ['get', '/v1/search', await ask(limited, '/v1/search?q=salt+cellar')],
      ['get', '/v1/search', await ask(limited, '/v1/search')],
      ['get', '/v1/search', await ask(down, '/v1/search?q=harbour')],
      ['post', '/v1/search', await post(limited, '/v1/search', { q: 'harbour' })],
      ['post', '/v1/search', await post(down, '/v1/search', { q: 'harbour' })],
      ['post', '/v1/ask', await post(limited, '/v1/ask', { q: 'harbour bell' })],
      ['post', '/v1/verify', await post(limited, '/v1/verify', {})],
      ['get', '/v1/entities', await ask(limited, '/v1/entities')],
      ['get', '/v1/entities/{id}', await ask(limited, '/v1/entities/essay%3Aharbour-bells')],
      ['get', '/v1/entities/{id}', await ask(limited, '/v1/entities/none')],
      ['get', '/v1/fragments/{id}', await ask(limited, '/v1/fragments/essay%3Aharbour-bells%23s1')],
      ['get', '/v1/policy', await ask(limited, '/v1/policy', { headers: { 'if-none-match': tag } })],
      ['get', '/v1/openapi.json', await ask(limited, '/v1/openapi.json')],
      ['get', '/llms.txt', await ask(limited, '/llms.txt')],
      ['get', '/ready', await ask(limited, '/ready')],
      ['get', '/health', await ask(limited, '/health')],
    ] as const;
    const carried = asked.map(([method, path, { status, headers }]) => ({
      at: `${method} ${path} ${status}`,
      stated: Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {}).map((name) =>
        name.toLowerCase(),
      ),
      sent: Object.keys(headers).filter((name) => !EVERYDAY.test(name)),
    }));
    expect(carried.filter(({ stated, sent }) => sent.some((name) => !stated.includes(name)))).toEqual([]);
    // Each that is stated somewhere was seen somewhere; those of refusals for a while are seen below.
    const seen = new Set(carried.flatMap(({ sent }) => sent));
    expect([...new Set(carried.flatMap(({ stated }) => stated))].filter((name) => !seen.has(name))).toEqual(
      [],
    );
    expect(carried.map(({ at }) => at)).toContain('get /v1/policy 304');

    let refused = await ask(limited, '/v1/policy');
    for (let at = 0; at < 40 && refused.status !== 429; at += 1) refused = await ask(limited, '/v1/policy');
    expect([
      refused.status,
      Object.keys(refused.headers)
        .filter((name) => !EVERYDAY.test(name))
        .sort(),
    ]).toEqual([
      429,
      Object.keys(document.paths['/v1/policy']?.['get']?.responses['429']?.headers ?? {})
        .map((name) => name.toLowerCase())
        .sort(),
    ]);
    expect(Object.keys(document.components.headers).sort()).toEqual(
      [
        ...new Set(
          [...JSON.stringify(document.paths).matchAll(/#\/components\/headers\/([\w-]+)/g)].map(
            ([, name]) => name,
          ),
        ),
      ].sort(),
    );
  });
});
