/**
 * The routes for programs: search and direct reads, health and description.
 *
 * Each reads its input, calls one function, and sends what came back; rules are elsewhere.
 */
import type { Hono } from 'hono';
import {
  type AppOptions,
  archiveFacts,
  embedderOf,
  releaseContext,
  searchPorts,
  servedIndex,
} from './app-options.ts';
import { createCursors } from './caller/cursor.ts';
import { ephemeralKey } from './caller/server-key.ts';
import { degradedHeader } from './degraded.ts';
import { llmsText, policyDocument } from './describe-archive.ts';
import { jsonBody } from './json-body.ts';
import { listWorks, readListParameters } from './list-works.ts';
import { openApiDocument } from './openapi-document.ts';
import { askedSparingly, embedderCheck, readiness } from './readiness.ts';
import { searchArchive } from './search-archive.ts';
import { readSearchBody, readSearchParameters } from './search-parameters.ts';
import { send, sendJson } from './send.ts';
import { readFragment, readWork } from './served-works.ts';
import { notFound } from './wire-error.ts';
import type { SearchRequest } from '@archive/contract';

/** Adds the routes to an application. */
export function addApiRoutes(app: Hono, options: AppOptions): void {
  const answer = (request: SearchRequest, raw: Request) => {
    const index = servedIndex(options);
    return searchArchive(request, searchPorts(options, index, raw), releaseContext(options, raw));
  };

  app.get('/v1/search', async (c) => {
    const request = readSearchParameters(new URL(c.req.url).searchParams);
    const { response, mayBeKept } = await answer(request, c.req.raw);
    return sendJson(c, response, mayBeKept ? 'validated' : 'no-store', degradedHeader(response));
  });

  app.post('/v1/search', async (c) => {
    const request = readSearchBody(await jsonBody(c.req.raw));
    const { response } = await answer(request, c.req.raw);
    return sendJson(c, response, 'no-store', degradedHeader(response));
  });

  app.get('/v1/fragments/:id', async (c) => {
    const face = await readFragment(
      servedIndex(options),
      c.req.param('id'),
      releaseContext(options, c.req.raw),
    );
    if (face === undefined) throw notFound();
    return sendJson(c, face, face.raw === 'private' ? 'no-store' : 'validated');
  });

  app.get('/v1/entities/:id', async (c) => {
    const record = await readWork(
      servedIndex(options),
      c.req.param('id'),
      releaseContext(options, c.req.raw),
    );
    if (record === undefined) throw notFound();
    return sendJson(c, record, record.raw === 'private' ? 'no-store' : 'validated');
  });

  const cursors = createCursors(options.secret ?? ephemeralKey());
  app.get('/v1/entities', async (c) => {
    const index = servedIndex(options);
    const cursor = readListParameters(new URL(c.req.url).searchParams);
    const list = await listWorks(index, cursor, cursors, releaseContext(options, c.req.raw));
    return sendJson(c, list, 'validated');
  });

  app.get('/v1/policy', (c) => sendJson(c, policyDocument(servedIndex(options)), 'validated'));

  app.get('/llms.txt', (c) => {
    const index = servedIndex(options);
    return send(c, {
      body: llmsText(archiveFacts(options, index).name, index),
      contentType: 'text/plain; charset=utf-8',
      caching: 'validated',
    });
  });

  const description = openApiDocument();
  app.get('/v1/openapi.json', (c) => sendJson(c, description, 'validated'));

  app.get('/health', (c) => {
    servedIndex(options);
    return sendJson(c, { status: 'ok' }, 'no-store');
  });

  const embedderAnswers = embedderCheck();
  const ready = askedSparingly(() => {
    const index = options.index();
    return readiness({
      ...options.checks,
      index: () => index !== undefined,
      embedder: () => index !== undefined && embedderAnswers(embedderOf(options, index)),
    });
  });
  app.get('/ready', async (c) => {
    const found = await ready();
    return send(c, {
      body: JSON.stringify(found),
      contentType: 'application/json; charset=utf-8',
      caching: 'no-store',
      status: found.status === 'ready' ? 200 : 503,
    });
  });
}
