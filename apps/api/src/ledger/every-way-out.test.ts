/**
 * Every route of the router and every tool of the MCP server, and whether it can give something of a private work: each
 * that can leads to the same row of the ledger (decisions 1.6f). A new route or tool fails here until it says which.
 */
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { createApp, servedPaths } from '../create-app.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';
import { createLedger } from './disclosure-ledger.ts';
import { createMemoryLedgerStore } from './memory-store.ts';

const index = await sampleIndex();
/** The one passage that is asked for, on every way. */
const [WORK, FRAGMENT, QUESTION] = ['transcript:talk', 'transcript:talk#t0', 'Slack water talk'];

/** What a way out gives of a private work: nothing per passage, or passages, asked for like this. */
type WayOut = { gives: 'nothing'; ask: Ask } | { gives: 'passages'; ask: Ask };
type Ask = { path: string; init?: RequestInit };

const asked = new URLSearchParams({ q: QUESTION, raw: 'private' });
const post = (path: string, body: unknown): Ask => ({
  path,
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  },
});
const rpc = (path: string, method: string, params: object = {}): Ask =>
  post(path, { jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, input: object): Ask => rpc('/mcp', 'tools/call', { name, arguments: input });

const ROUTES: Readonly<Record<string, WayOut>> = {
  'GET /': { gives: 'passages', ask: { path: `/?${asked}` } },
  'POST /': {
    gives: 'passages',
    ask: { path: '/', init: { method: 'POST', body: asked } },
  },
  'GET /help': { gives: 'nothing', ask: { path: '/help' } },
  'GET /v1/search': { gives: 'passages', ask: { path: `/v1/search?${asked}` } },
  'POST /v1/search': {
    gives: 'passages',
    ask: post('/v1/search', { q: QUESTION, filters: { raw: 'private' } }),
  },
  'GET /v1/fragments/:id': {
    gives: 'passages',
    ask: { path: `/v1/fragments/${encodeURIComponent(FRAGMENT)}` },
  },
  'GET /v1/entities': { gives: 'nothing', ask: { path: '/v1/entities' } },
  'GET /v1/entities/:id': { gives: 'nothing', ask: { path: `/v1/entities/${encodeURIComponent(WORK)}` } },
  'GET /v1/policy': { gives: 'nothing', ask: { path: '/v1/policy' } },
  'GET /v1/openapi.json': { gives: 'nothing', ask: { path: '/v1/openapi.json' } },
  // What the endpoint gives depends on the method and the tool: see TOOLS.
  'POST /mcp': { gives: 'nothing', ask: rpc('/mcp', 'tools/list') },
  'POST /mcp/': { gives: 'nothing', ask: rpc('/mcp/', 'tools/list') },
  'GET /llms.txt': { gives: 'nothing', ask: { path: '/llms.txt' } },
  'GET /ready': { gives: 'nothing', ask: { path: '/ready' } },
  'GET /health': { gives: 'nothing', ask: { path: '/health' } },
  'GET /e/:id': { gives: 'nothing', ask: { path: `/e/${encodeURIComponent(WORK)}` } },
  'GET /assets/:name': { gives: 'nothing', ask: { path: '/assets/none' } },
};

/** Tools and resources of the MCP server; a new tool is named here. */
const TOOLS: Readonly<Record<string, WayOut>> = {
  search_archive: { gives: 'passages', ask: call('search_archive', { q: QUESTION, raw: 'private' }) },
  get_entity: { gives: 'nothing', ask: call('get_entity', { id: WORK }) },
  'resources/list': { gives: 'nothing', ask: rpc('/mcp', 'resources/list') },
};

function server() {
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store });
  const app = createApp({ index: () => index, embedder: createNgramEmbedder(), ledger });
  return {
    ask: ({ path, init }: Ask) => Promise.resolve(app.request(path, init)),
    rows: async () =>
      (await ledger.meters(index))
        .filter(({ gists, places }) => gists + places > 0)
        .map(({ entityId, gists, places, callers }) => ({ entityId, gists, places, callers })),
  };
}

const ONE_ROW = [{ entityId: WORK, gists: 0, places: 1, callers: 1 }];
const WAYS = { ...ROUTES, ...TOOLS };

describe('every way out', () => {
  it('is in the list: all routes with all their methods', () => {
    const routes = servedPaths().flatMap(({ route, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${route}`),
    );
    expect(Object.keys(ROUTES).toSorted()).toEqual(routes.toSorted());
  });

  it('is in the list: all tools', async () => {
    const response = await server().ask(rpc('/mcp', 'tools/list'));
    const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
    const tools = Object.keys(TOOLS).filter((name) => !name.includes('/'));
    expect(result.tools.map(({ name }) => name).toSorted()).toEqual(tools.toSorted());
  });

  it.each(Object.entries(WAYS).filter(([, { gives }]) => gives === 'passages'))(
    '%s gives a private passage and charges it',
    async (_, { ask }) => {
      const { ask: send, rows } = server();
      const response = await send(ask);
      expect([response.status, (await response.text()).includes('12:30')]).toEqual([200, true]);
      expect(await rows()).toEqual(ONE_ROW);
    },
  );

  it.each(Object.entries(WAYS).filter(([, { gives }]) => gives === 'nothing'))(
    '%s gives no private passage and charges none',
    async (_, { ask }) => {
      const { ask: send, rows } = server();
      const response = await send(ask);
      expect((await response.text()).includes('12:30')).toBe(false);
      expect(await rows()).toEqual([]);
    },
  );

  it('leads to one row, whichever ways one caller takes', async () => {
    const { ask: send, rows } = server();
    for (const { ask } of Object.values(WAYS)) await send(ask);
    expect(await rows()).toEqual(ONE_ROW);
  });

  it('charges HEAD as GET: its headers tell as much as they tell', async () => {
    const { ask: send, rows } = server();
    await send({ path: `/v1/search?${asked}`, init: { method: 'HEAD' } });
    expect(await rows()).toEqual(ONE_ROW);
  });
});

describe('a withheld passage', () => {
  const empty = () => {
    const app = createApp({
      index: () => index,
      embedder: createNgramEmbedder(),
      ledger: { open: () => Promise.reject(new Error('ENOSPC')) },
    });
    return async (path: string) => {
      const response = await app.request(path);
      const headers = Object.fromEntries(response.headers);
      delete headers['x-request-id'];
      return { status: response.status, headers, body: await response.text() };
    };
  };

  it('is not found by its id, exactly as one that is not there (decisions 1.13)', async () => {
    const get = empty();
    expect(await get(`/v1/fragments/${encodeURIComponent(FRAGMENT)}`)).toEqual(
      await get(`/v1/fragments/${encodeURIComponent('transcript:talk#t1')}`),
    );
  });

  it('leaves a search whole: 200, the same shape, counts without it', async () => {
    const { status, body } = await empty()(`/v1/search?${asked}`);
    expect([status, JSON.parse(body)]).toEqual([
      200,
      expect.objectContaining({ hits: [], matched: 0, contract: 'archive-search/1' }),
    ]);
  });

  it('changes nothing about its work: the account of a caller does not show in its number', async () => {
    const work = JSON.parse((await empty()(`/v1/entities/${encodeURIComponent(WORK)}`)).body) as unknown;
    expect(work).toMatchObject({ raw: 'private', fragmentCount: 1, fragments: [] });
  });
});
