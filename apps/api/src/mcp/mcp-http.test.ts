import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask, type SampleServer, serveSample } from '../served-sample.fixture.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

function send(
  body: unknown,
  headers: Record<string, string> = {},
  { path = '/mcp', to = server }: { path?: string; to?: { port: number } } = {},
): Promise<Answer> {
  return ask(to, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

describe('the endpoint', () => {
  it.each(['/mcp', '/mcp/'])('answers at %s, with nothing to follow', async (path) => {
    const answer = await send(INITIALIZE, {}, { path });
    expect([answer.status, answer.headers.location, answer.headers['content-type']]).toEqual([
      200,
      undefined,
      'application/json',
    ]);
    expect(JSON.parse(answer.body)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])(
    'does not take %s, and never answers with a page',
    async (method) => {
      for (const path of ['/mcp', '/mcp/']) {
        const answer = await ask(server, path, {
          method,
          headers: { accept: 'text/event-stream, text/html' },
        });
        expect([answer.status, answer.headers.allow, answer.headers['content-type']]).toEqual([
          405,
          'POST',
          'application/problem+json',
        ]);
      }
    },
  );

  it('is not found anywhere below, and says so as a program would', async () => {
    const answer = await ask(server, '/mcp/sse', { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

  it.each([
    undefined,
    '*/*',
    'application/json',
    'text/event-stream',
    'application/json;q=0.5, text/*',
    'text/html',
    '',
  ])('answers a client that accepts %j in JSON', async (accept) => {
    for (const message of [INITIALIZE, LIST]) {
      const answer = await send(message, accept === undefined ? {} : { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    }
  });

  it('keeps nothing: no session is made, and one that is claimed is not looked at', async () => {
    const made = await send(INITIALIZE);
    expect(made.headers['mcp-session-id']).toBeUndefined();
    expect((await send(LIST, { 'mcp-session-id': 'of-somebody-else' })).status).toBe(200);
    expect(made.headers['cache-control']).toBe('private, no-store');
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'serves the revision %s',
    async (version) => {
      const answer = await send({
        ...INITIALIZE,
        params: { ...INITIALIZE.params, protocolVersion: version },
      });
      expect(JSON.parse(answer.body)).toMatchObject({ result: { protocolVersion: version } });
      expect((await send(LIST, { 'mcp-protocol-version': version })).status).toBe(200);
    },
  );

  it('refuses a revision nobody has published', async () => {
    const answer = await send(LIST, { 'mcp-protocol-version': '1999-01-01' });
    expect([answer.status, (JSON.parse(answer.body) as { error: { code: number } }).error.code]).toEqual([
      400, -32_000,
    ]);
  });

  it('takes notice of a notification without a word', async () => {
    const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, answer.body]).toEqual([202, '']);
  });
});

describe('a body', () => {
  it.each<[string, unknown, Record<string, string>, number, number]>([
    ['that is not JSON', '{', {}, 400, -32_700],
    ['that is empty', '', {}, 400, -32_700],
    ['that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400, -32_700],
    ['of another type', LIST, { 'content-type': 'text/plain' }, 415, -32_600],
    ['of several messages', [LIST, LIST], {}, 400, -32_600],
    ['that is no message', { hello: 1 }, {}, 400, -32_600],
    ['that is nested without end', `{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`, {}, 400, -32_600],
  ])('%s is refused', async (_what, body, headers, status, code) => {
    const answer = await send(body, headers);
    expect([answer.status, (JSON.parse(answer.body) as { error: { code: number } }).error.code]).toEqual([
      status,
      code,
    ]);
    expect((await send(LIST)).status).toBe(200);
  });

  it('may be 16 KiB', async () => {
    const answer = await send({ ...LIST, params: { _meta: { x: 'a'.repeat(20_000) } } });
    expect([answer.status, answer.headers['content-type']]).toEqual([413, 'application/problem+json']);
  });
});

describe('the guards of the application', () => {
  it('hold here: Host and Origin on this machine', async () => {
    expect((await send(LIST, { host: 'evil.example' })).status).toBe(421);
    expect((await send(LIST, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await send(LIST, { origin: 'null' })).status).toBe(403);
    expect((await send(LIST, { origin: `http://127.0.0.1:${server.port}` })).status).toBe(200);
  });

  it('count: HTTP, HEAD and MCP take from one bucket', async () => {
    const limited = await serveSample({ limits: { requestsPerMinute: 3 } });
    const statuses = [
      (await ask(limited, '/v1/search?q=harbour')).status,
      (await ask(limited, '/v1/search?q=harbour', { method: 'HEAD' })).status,
      (await send(LIST, {}, { to: limited })).status,
    ];
    const fourth = await send(LIST, {}, { to: limited });
    expect([...statuses, fourth.status, Number(fourth.headers['retry-after']) > 0]).toEqual([
      200,
      200,
      200,
      429,
      true,
    ]);
  });

  it('write one line, without what was asked', async () => {
    const own = await serveSample();
    await send(
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'search_archive', arguments: { q: 'canary' } },
      },
      {},
      { to: own },
    );
    const lines = own.log.filter(({ event }) => event === 'request');
    expect(lines).toMatchObject([{ method: 'POST', route: '/mcp', status: 200 }]);
    expect(JSON.stringify(own.log)).not.toContain('canary');
  });
});

it('the SDK brings nothing along but itself and zod', () => {
  const manifest = JSON.parse(
    readFileSync(
      new URL('../../node_modules/@modelcontextprotocol/server/package.json', import.meta.url),
      'utf8',
    ),
  ) as { dependencies: Record<string, string> };
  expect(Object.keys(manifest.dependencies).sort()).toEqual(['@modelcontextprotocol/core', 'zod']);
});
