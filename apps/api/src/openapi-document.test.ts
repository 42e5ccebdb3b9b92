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
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servedPaths } from './create-app.ts';
import { policyDocumentSchema } from './describe-archive.ts';
import { workListSchema } from './list-works.ts';
import { openApiDocument } from './openapi-document.ts';
import { OPENAPI_EXAMPLES } from './openapi-examples.ts';
import { readinessSchema } from './readiness.ts';
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
        responses: Record<string, { description: string }>;
      }
    >
  >;
  components: { schemas: Record<string, object> };
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
