/**
 * The routes for people: the search page, the record of a work, and the files they load.
 *
 * The same functions answer as for programs; a page differs in form only.
 */
import { WIRE_ERRORS } from '@archive/contract';
import type { Context, Hono } from 'hono';
import {
  type AppOptions,
  archiveFacts,
  EMBED_TIMEOUT_MS,
  embedderOf,
  releaseContext,
  servedIndex,
} from './app-options.ts';
import { assetAt } from './page/assets.ts';
import { plainPage } from './page/plain-page.ts';
import { searchPage, type SearchState } from './page/search-page.ts';
import { workPage } from './page/work-page.ts';
import { sampleQuestions } from './sample-questions.ts';
import { searchArchive } from './search-archive.ts';
import { readSearchParameters, SEARCH_PARAMETERS } from './search-parameters.ts';
import { type Caching, type Outgoing, send } from './send.ts';
import { readWork, servedContent, servedTypes } from './served-works.ts';
import { notFound, WireError } from './wire-error.ts';

/** Adds the routes to an application. */
export function addPageRoutes(app: Hono, options: AppOptions): void {
  app.get('/', async (c) => {
    const index = servedIndex(options);
    const asked = filledParameters(new URL(c.req.url).searchParams);
    const { state, caching, status, retryAfter } = await stateOf(c, asked, options, index);
    const body = await searchPage(archiveFacts(options, index), {
      asked,
      content: servedContent(index),
      types: servedTypes(index),
      samples: sampleQuestions(index),
      state,
    });
    return send(c, {
      ...HTML,
      body,
      caching,
      status,
      ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
    });
  });

  app.get('/e/:id', async (c) => {
    const index = servedIndex(options);
    const context = releaseContext(options, c.req.raw);
    const record = await readWork(index, c.req.param('id'), context);
    if (record === undefined) throw notFound();
    const { parent } = record.entity;
    const around = parent === undefined ? undefined : (await readWork(index, parent, context))?.entity;
    const body = await workPage(archiveFacts(options, index), record, around);
    return send(c, { ...HTML, body, caching: record.raw === 'private' ? 'no-store' : 'validated' });
  });

  app.get('/assets/:name', (c) => {
    const asset = assetAt(c.req.path);
    if (asset === undefined) throw notFound();
    return send(c, { body: asset.body, contentType: asset.contentType, caching: 'immutable' });
  });
}

/** Sends an error to a person: the same status as a program gets, in words. */
export async function sendErrorPage(c: Context, options: AppOptions, error: WireError): Promise<Response> {
  const isAbsent = error.wireCode === 'not-found';
  const body = await plainPage(archiveFacts(options, options.index()), {
    title: isAbsent ? 'Not found' : 'Not available',
    sentence: isAbsent
      ? 'Nothing is served under this address.'
      : 'This page cannot be shown at the moment. Try again later.',
  });
  return send(c, { ...HTML, body, caching: 'no-store', status: WIRE_ERRORS[error.wireCode] });
}

interface PageState {
  state: SearchState;
  caching: Caching;
  status: NonNullable<Outgoing['status']>;
  retryAfter?: number;
}

async function stateOf(
  c: Context,
  asked: URLSearchParams,
  options: AppOptions,
  index: ReturnType<typeof servedIndex>,
): Promise<PageState> {
  if (!asked.has('q')) {
    return { state: { kind: 'welcome' }, caching: 'validated', status: 200 };
  }
  try {
    const { response, holdsPrivate } = await searchArchive(
      readSearchParameters(asked),
      {
        index,
        embedder: embedderOf(options, index),
        now: options.now?.() ?? new Date(),
        embedTimeoutMs: options.embedTimeoutMs ?? EMBED_TIMEOUT_MS,
        signal: c.req.raw.signal,
      },
      releaseContext(options, c.req.raw),
    );
    return {
      state: { kind: 'answer', response },
      caching: holdsPrivate ? 'no-store' : 'validated',
      status: 200,
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, issues, wireCode, retryAfterSeconds } = error;
    return {
      state: { kind: 'problem', detail: message, ...(issues === undefined ? {} : { issues }) },
      caching: 'no-store',
      status: WIRE_ERRORS[wireCode],
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
    };
  }
}

/** The parameters of the form that were filled in; the page ignores names it does not know. */
function filledParameters(parameters: URLSearchParams): URLSearchParams {
  const filled = new URLSearchParams();
  for (const name of SEARCH_PARAMETERS) {
    for (const value of parameters.getAll(name)) if (value.trim() !== '') filled.append(name, value);
  }
  return filled;
}

const HTML = { contentType: 'text/html; charset=utf-8' };
