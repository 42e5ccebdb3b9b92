import { searchResponseSchema } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servedPaths } from './create-app.ts';
import { openApiDocument } from './openapi-document.ts';

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
      .filter(({ route }) => route.startsWith('/v1/') || route === '/health')
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

  it('resolves every reference and names every operation once', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).not.toContain('$schema');
  });
});
