/**
 * The routes for people: the search page, the record of a work, and the files they load.
 *
 * The same functions answer as for programs; a page differs in form only.
 */
import { type EvidenceHit, WIRE_ERRORS, type WireErrorCode } from '@archive/contract';
import type { Context, Hono } from 'hono';
import { type AppOptions, archiveFacts, releaseContext, searchPorts, servedIndex } from './app-options.ts';
import { degradedHeader } from './degraded.ts';
import { formBody } from './form-body.ts';
import { assetAt } from './page/assets.ts';
import { helpPage } from './page/help-page.ts';
import { plainPage } from './page/plain-page.ts';
import { searchPage, type SearchState } from './page/search-page.ts';
import { workPage } from './page/work-page.ts';
import { publicFacets } from './public-facets.ts';
import type { ReleaseContext } from './release-context.ts';
import { sampleQuestions } from './sample-questions.ts';
import { searchArchive } from './search-archive.ts';
import { readSearchParameters, SEARCH_PARAMETERS } from './search-parameters.ts';
import { type Caching, type Outgoing, send } from './send.ts';
import { readWork, type WorkRecord } from './served-works.ts';
import { notFound, WireError } from './wire-error.ts';

/** Adds the routes to an application. */
export function addPageRoutes(app: Hono, options: AppOptions): void {
  app.get('/', async (c) => {
    const { caching, ...page } = await searchPageOf(c, options, new URL(c.req.url).searchParams);
    return send(c, { ...page, caching });
  });

  // The same page for the same parameters, which then stand in no address and so in no record of one.
  app.post('/', async (c) => {
    const page = await searchPageOf(c, options, await formBody(c.req.raw));
    return send(c, { ...page, caching: 'no-store' });
  });

  app.get('/help', async (c) => {
    const body = await helpPage(archiveFacts(options, servedIndex(options)));
    return send(c, { ...HTML, body, caching: 'validated' });
  });

  app.get('/e/:id', async (c) => {
    const index = servedIndex(options);
    const context = releaseContext(options, c.req.raw);
    const record = await readWork(index, c.req.param('id'), context);
    if (record === undefined) throw notFound();
    const { parent } = record.entity;
    const around = parent === undefined ? undefined : await readWork(index, parent, context);
    const body = await workPage(archiveFacts(options, index), record, around?.entity);
    const namesPrivate = record.raw === 'private' || around?.raw === 'private';
    return send(c, { ...HTML, body, caching: namesPrivate ? 'no-store' : 'validated' });
  });

  app.get('/assets/:name', (c) => {
    const asset = assetAt(c.req.path);
    if (asset === undefined) throw notFound();
    return send(c, { body: asset.body, contentType: asset.contentType, caching: 'immutable' });
  });
}

/** Sends an error to a person: the same status as a program gets, in words. */
export async function sendErrorPage(c: Context, options: AppOptions, error: WireError): Promise<Response> {
  const words = ERROR_WORDS.get(error.wireCode) ?? NOT_AVAILABLE;
  const body = await plainPage(archiveFacts(options, options.index()), words);
  return send(c, { ...HTML, body, caching: 'no-store', status: WIRE_ERRORS[error.wireCode] });
}

const NOT_AVAILABLE = {
  title: 'Not available',
  sentence: 'This page cannot be shown at the moment. Try again later.',
};

const ERROR_WORDS: ReadonlyMap<WireErrorCode, typeof NOT_AVAILABLE> = new Map([
  ['not-found', { title: 'Not found', sentence: 'Nothing is served under this address.' }],
  [
    'rate-limited',
    {
      title: 'Too many questions',
      sentence: 'These were many questions in a short time. Try again in a while.',
    },
  ],
]);

/** The search page for some parameters. */
async function searchPageOf(c: Context, options: AppOptions, parameters: URLSearchParams): Promise<Outgoing> {
  const index = servedIndex(options);
  const asked = filledParameters(parameters);
  const { state, caching, status, headers } = await stateOf(c, asked, options, index);
  const body = await searchPage(archiveFacts(options, index), {
    asked,
    facets: publicFacets(index),
    samples: sampleQuestions(index),
    state,
  });
  return {
    ...HTML,
    body,
    caching,
    status,
    ...(headers === undefined ? {} : { headers }),
  };
}

interface PageState {
  state: SearchState;
  caching: Caching;
  status: NonNullable<Outgoing['status']>;
  headers?: Readonly<Record<string, string>>;
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
  const context = releaseContext(options, c.req.raw);
  const question = new URLSearchParams(asked);
  for (const name of PAGE_PARAMETERS) question.delete(name);
  try {
    const { response, mayBeKept } = await searchArchive(
      readSearchParameters(question),
      searchPorts(options, index, c.req.raw),
      context,
    );
    const around = await worksAround(response.hits, index, context);
    const namesPrivate = [...around.values()].some(({ raw }) => raw === 'private');
    return {
      state: {
        kind: 'answer',
        response,
        around: new Map([...around].map(([id, { entity }]) => [id, entity])),
      },
      caching: !mayBeKept || namesPrivate ? 'no-store' : 'validated',
      status: 200,
      headers: degradedHeader(response),
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, issues, wireCode, retryAfterSeconds } = error;
    return {
      state: { kind: 'problem', detail: message, ...(issues === undefined ? {} : { issues }) },
      caching: 'no-store',
      status: WIRE_ERRORS[wireCode],
      ...(retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }),
    };
  }
}

/** The served works that hits are parts of, by id. */
async function worksAround(
  hits: readonly EvidenceHit[],
  index: ReturnType<typeof servedIndex>,
  context: ReleaseContext,
): Promise<Map<string, WorkRecord>> {
  const ids = new Set(hits.flatMap(({ entity }) => entity.parent ?? []));
  const around = new Map<string, WorkRecord>();
  for (const id of ids) {
    const record = await readWork(index, id, context);
    if (record !== undefined) around.set(id, record);
  }
  return around;
}

/** Parameters of the page alone: they change how hits are shown, not which. */
const PAGE_PARAMETERS = ['sort'];

/** The parameters of the form that were filled in; the page ignores names it does not know. */
function filledParameters(parameters: URLSearchParams): URLSearchParams {
  const filled = new URLSearchParams();
  for (const name of [...SEARCH_PARAMETERS, ...PAGE_PARAMETERS]) {
    for (const value of parameters.getAll(name)) if (value.trim() !== '') filled.append(name, value);
  }
  return filled;
}

const HTML = { contentType: 'text/html; charset=utf-8' };
