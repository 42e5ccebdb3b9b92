/**
 * Every route of the router, every tool and every method of the MCP server, over HTTP and over stdio, and whether it can
 * give something of a private work: each that can leads to the same row of the ledger (decisions 1.6f). A new one fails
 * here until it says which.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createNgramEmbedder } from '@archive/embed';
import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createApp, servedPaths } from '../create-app.ts';
import { doorsOf } from '../mcp/mcp-door.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { serveMcpStdio } from '../mcp/serve-mcp-stdio.ts';
import { SAMPLE_WORKS, sampleIndex, servedFile } from '../sample-archive.fixture.ts';
import { createLedger } from './disclosure-ledger.ts';
import { createMemoryLedgerStore } from './memory-store.ts';

const index = await sampleIndex();
/** The one passage that is asked for, on every way. */
const [WORK, FRAGMENT, QUESTION] = ['transcript:talk', 'transcript:talk#t0', 'Slack water talk'];

/** What a way out gives of a private work: nothing per passage, or passages, asked for like this. */
type WayOut = { gives: 'nothing'; ask: Ask } | { gives: 'passages'; ask: Ask };
type Ask = { path: string; init?: RequestInit };

/** Every tool, also the one that is off by default. */
const answers = { mcpTool: true };
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
  'GET /ask': { gives: 'passages', ask: { path: `/ask?q=${encodeURIComponent(QUESTION)}` } },
  'POST /ask': {
    gives: 'passages',
    ask: { path: '/ask', init: { method: 'POST', body: new URLSearchParams({ q: QUESTION }) } },
  },
  'GET /help': { gives: 'nothing', ask: { path: '/help' } },
  'GET /v1/search': { gives: 'passages', ask: { path: `/v1/search?${asked}` } },
  'POST /v1/search': {
    gives: 'passages',
    ask: post('/v1/search', { q: QUESTION, filters: { raw: 'private' } }),
  },
  'POST /v1/ask': {
    gives: 'passages',
    ask: post('/v1/ask', { q: QUESTION, filters: { raw: 'private' } }),
  },
  'POST /v1/verify': {
    gives: 'nothing',
    ask: post('/v1/verify', {
      question: QUESTION,
      sentences: [
        {
          text: 'It was slack water.',
          citations: [{ fragmentId: FRAGMENT, url: 'https://example.org/talk' }],
        },
      ],
    }),
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

/** Tools of the MCP server, and the methods of its protocol that are no call of a tool; a new one is named here. */
const TOOLS: Readonly<Record<string, WayOut>> = {
  search_archive: { gives: 'passages', ask: call('search_archive', { q: QUESTION, raw: 'private' }) },
  ask_archive: { gives: 'passages', ask: call('ask_archive', { q: QUESTION, raw: 'private' }) },
  get_entity: { gives: 'nothing', ask: call('get_entity', { id: WORK }) },
  'tools/list': { gives: 'nothing', ask: rpc('/mcp', 'tools/list') },
  'resources/list': { gives: 'nothing', ask: rpc('/mcp', 'resources/list') },
  'resources/templates/list': { gives: 'nothing', ask: rpc('/mcp', 'resources/templates/list') },
  'resources/read': {
    gives: 'nothing',
    ask: rpc('/mcp', 'resources/read', { uri: `archive://fragment/${encodeURIComponent(FRAGMENT)}` }),
  },
};

function server() {
  const store = createMemoryLedgerStore();
  const ledger = createLedger({ store });
  const app = createApp({ index: () => index, embedder: createNgramEmbedder(), ledger, answers });
  return {
    ask: ({ path, init }: Ask) => Promise.resolve(app.request(path, init)),
    rows: () => rowsOf(ledger),
  };
}

async function rowsOf(ledger: Pick<ReturnType<typeof createLedger>, 'meters'>) {
  return (await ledger.meters(index))
    .filter(({ gists, places }) => gists + places > 0)
    .map(({ entityId, gists, places, callers }) => ({ entityId, gists, places, callers }));
}

/** Sends one message over stdio, and says what comes back and what was charged. */
async function overStdio({ init }: Ask) {
  const dir = await mkdtemp(join(tmpdir(), 'archive-ways-'));
  const archiveDir = join(dir, 'served.json');
  await writeFile(archiveDir, JSON.stringify(await servedFile(SAMPLE_WORKS)));
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ledger = createLedger({ store: createMemoryLedgerStore() });
  const embedder = createNgramEmbedder();
  const running = await serveMcpStdio({
    archiveDir,
    embedder,
    ledger,
    answers,
    input,
    output,
    log: () => undefined,
  });
  const info = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info };
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`);
  input.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  input.write(`${String(init?.body)}\n`);
  try {
    for await (const line of createInterface({ input: output }))
      if ((JSON.parse(line) as { id: number }).id === 1) return { ledger, said: line };
    throw new Error('nothing came back');
  } finally {
    await running.close();
    await rm(dir, { recursive: true });
  }
}

/** Methods a server has a handler for; the SDK tells nobody, and a list of ours could be forgotten. */
function handlersOf(server: Server): string[] {
  return [...(server as unknown as { _requestHandlers: Map<string, unknown> })._requestHandlers.keys()];
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

  it('is in the list: all methods the MCP server handles', () => {
    const options = { index: () => index, embedder: createNgramEmbedder() };
    const ours = handlersOf(createMcpServer(doorsOf(options)(new Request('http://stdio.invalid/'))));
    const everyServer = handlersOf(new Server({ name: 'bare', version: '1' }, { capabilities: {} }));
    const named = Object.keys(TOOLS).filter((name) => name.includes('/'));
    expect(ours.filter((method) => !everyServer.includes(method)).toSorted()).toEqual(
      [...named, 'tools/call'].toSorted(),
    );
  });

  it.each(Object.entries(TOOLS))('%s does over stdio what it does over HTTP', async (_, { gives, ask }) => {
    const { ledger, said } = await overStdio(ask);
    expect(said.includes('12:30')).toBe(gives === 'passages');
    expect(await rowsOf(ledger)).toEqual(gives === 'passages' ? ONE_ROW : []);
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
