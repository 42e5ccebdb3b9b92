/**
 * What one caller may ask of a server, over the wire: nothing a caller writes into a header makes it another caller.
 */
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { createApp } from '../create-app.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';
import { type Answer, ask, post, serveSample } from '../served-sample.fixture.ts';
import { createLimits } from './limits.ts';
import { memoryQuotaStore } from './memory-quota-store.ts';
import type { QuotaStore } from './quota.ts';

const PATH = '/v1/policy';
const codeOf = ({ body }: Answer): unknown => (JSON.parse(body) as { code?: string }).code;

/** How many of some requests are answered by a server that allows ten in a minute. */
async function answered(requests: Record<string, string>[], trustedProxies: string[] = []): Promise<number> {
  const server = await serveSample({ limits: { requestsPerMinute: 10 }, trustedProxies });
  let count = 0;
  for (const headers of requests) if ((await ask(server, PATH, { headers })).status === 200) count += 1;
  return count;
}
const many = (make: (at: number) => Record<string, string>, count = 25) =>
  Array.from({ length: count }, (_, at) => make(at));
const v4 = (at: number): string => `198.51.100.${at}`;

describe('one caller', () => {
  it.each<[string, (at: number) => Record<string, string>]>([
    ['X-Forwarded-For', (at) => ({ 'x-forwarded-for': v4(at) })],
    ['X-Real-IP', (at) => ({ 'x-real-ip': v4(at) })],
    ['Forwarded', (at) => ({ forwarded: `for=${v4(at)}` })],
    ['CF-Connecting-IP', (at) => ({ 'cf-connecting-ip': v4(at) })],
    ['True-Client-IP', (at) => ({ 'true-client-ip': v4(at) })],
    ['X-Client-IP', (at) => ({ 'x-client-ip': v4(at), 'x-cluster-client-ip': v4(at) })],
    ['v4-mapped addresses', (at) => ({ 'x-forwarded-for': `::ffff:${v4(at)}` })],
    ['X-Forwarded-For of 8 kB', (at) => ({ 'x-forwarded-for': `${`${v4(at)}, `.repeat(500)}${v4(at)}` })],
    ['X-Request-Id and User-Agent', (at) => ({ 'x-request-id': String(at), 'user-agent': String(at) })],
    ['cookies and credentials', (at) => ({ cookie: `a=${at}`, authorization: `Bearer ${at}` })],
  ])('stays one by other %s', async (_, make) => {
    expect(await answered(many(make))).toBe(10);
  });

  it.each<[string, (at: number) => Record<string, string>]>([
    ['addresses left of its own', (at) => ({ 'x-forwarded-for': `${v4(at)}, 203.0.113.7` })],
    [
      'names of trusted proxies left of its own',
      (at) => ({ 'x-forwarded-for': `${v4(at)}, 127.0.0.1, 203.0.113.7` }),
    ],
    ['100 addresses of one /64', (at) => ({ 'x-forwarded-for': `2001:db8:0:1:${at.toString(16)}::1` })],
    [
      'spellings of one address',
      (at) => ({
        'x-forwarded-for':
          ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7:80'][at % 4] ?? '',
      }),
    ],
    [
      'empty values and nonsense',
      (at) => ({ 'x-forwarded-for': ['', ',', 'unknown', '_x', '999.1.1.1'][at % 5] ?? '' }),
    ],
    ['8 kB before its own', (at) => ({ 'x-forwarded-for': `${'1.1.1.1, '.repeat(900)}${at}, 203.0.113.7` })],
    [
      'other headers than the one that counts',
      (at) => ({
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': v4(at),
        forwarded: `for=${v4(at)}`,
        'cf-connecting-ip': v4(at),
      }),
    ],
  ])('stays one behind a trusted proxy by %s', async (what, make) => {
    expect(await answered(many(make, what.startsWith('100 ') ? 100 : 25), ['127.0.0.1'])).toBe(10);
  });

  it('is somebody else than another behind a trusted proxy', async () => {
    expect(
      await answered(
        many((at) => ({ 'x-forwarded-for': v4(at) })),
        ['127.0.0.1'],
      ),
    ).toBe(25);
    expect(
      await answered(
        many((at) => ({ 'x-forwarded-for': `2001:db8:0:${at}::1` })),
        ['127.0.0.1'],
      ),
    ).toBe(25);
  });

  it('has one bucket for every way to ask, refusals and what is not there among them', async () => {
    const server = await serveSample({ limits: { requestsPerMinute: 11 }, cors: ['https://a.example'] });
    const answers = [
      await ask(server, '/v1/search?q=harbour'),
      await ask(server, '/v1/search?q=harbour', { method: 'HEAD' }),
      await post(server, '/v1/search', { q: 'harbour' }),
      await ask(server, '/?q=harbour'),
      await ask(server, '/e/essay%3Aharbour-bells'),
      await ask(server, '/v1/fragments/nothing'),
      await ask(server, '/nowhere'),
      await ask(server, '/v1/search', { method: 'DELETE' }),
      await ask(server, '/v1/search', { method: 'OPTIONS', headers: { origin: 'https://a.example' } }),
      await post(server, '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
      await ask(server, '/llms.txt'),
    ];
    expect(answers.map(({ headers }) => headers['ratelimit'])).toEqual(
      answers.map((_, at) => expect.stringMatching(new RegExp(`^"requests";r=${10 - at};t=(60|[345]\\d)$`))),
    );
    for (const refused of [
      await ask(server, '/v1/search?q=harbour'),
      await post(server, '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
      await ask(server, '/?q=harbour'),
      await ask(server, '/v1/search', { method: 'OPTIONS', headers: { origin: 'https://a.example' } }),
    ])
      expect(refused.status).toBe(429);
    // What a balancer asks, and what a page loads besides itself.
    expect((await ask(server, '/health')).status).toBe(200);
    expect((await ask(server, '/ready')).headers['ratelimit']).toBeUndefined();
  });

  it('is told its limits, and when to come back', async () => {
    const server = await serveSample({ limits: { requestsPerMinute: 1, embeddingsPerDay: 7 } });
    const first = await ask(server, PATH);
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=1;w=60, "embeddings";q=7;w=86400');
    const second = await ask(server, PATH);
    expect([second.status, second.headers['content-type'], second.headers['cache-control']]).toEqual([
      429,
      'application/problem+json',
      'private, no-store',
    ]);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(30);
    expect(second.headers['ratelimit']).toMatch(/^"requests";r=0;t=\d\d$/);
    expect(JSON.parse(second.body)).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      code: 'rate-limited',
      detail: 'too many requests from this address; the limit is for all ways to ask together',
    });
  });

  it('has no limit where the operator switched limits off', async () => {
    const server = await serveSample({ limits: false });
    const { headers, status } = await ask(server, PATH);
    expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([200, undefined, undefined]);
  });
});

describe('the questions of one caller', () => {
  it('are embedded so often in a day; those asked before stay free', async () => {
    const server = await serveSample({ limits: { embeddingsPerDay: 2 }, trustedProxies: ['127.0.0.1'] });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const search = (q: string, address = '203.0.113.7') =>
      ask(server, `/v1/search?q=${q}`, { headers: from(address) });
    expect([(await search('harbour')).status, (await search('bell')).status]).toEqual([200, 200]);
    const refused = await search('salt');
    expect([refused.status, codeOf(refused), Number(refused.headers['retry-after']) > 86_000]).toEqual([
      429,
      'rate-limited',
      true,
    ]);
    expect(refused.body).toContain('may have embedded in a day');
    expect((await search('harbour')).status).toBe(200);
    expect((await search('salt', '203.0.113.8')).status).toBe(200);
    // What somebody else had embedded is not free for this caller.
    expect((await search('salt')).status).toBe(429);
    expect((await ask(server, '/?q=salt', { headers: from('203.0.113.7') })).status).toBe(429);
  });
});

describe('a store of limits that fails', () => {
  it('costs every caller what is private, in the shape of an archive without it, and nothing else', async () => {
    const index = await sampleIndex();
    const down = {
      open: (size: never) => ({ size, take: () => Promise.reject(new Error('down')) }),
      close: async () => undefined,
    };
    const make = (limits?: ReturnType<typeof createLimits>) =>
      createApp({
        index: () => index,
        embedder: createNgramEmbedder(),
        ...(limits === undefined ? {} : { limits }),
      });
    const failing = make(createLimits({ store: down as never }));
    const body = async (app: ReturnType<typeof make>, path: string) => (await app.request(path)).json();
    expect(await body(make(), '/v1/search?q=salt+cellar')).toMatchObject({ matched: 2 });
    expect(await body(failing, '/v1/search?q=salt+cellar')).toMatchObject({ hits: [], matched: 0 });
    expect((await failing.request('/v1/fragments/book%3Anovella%23c1')).status).toBe(404);
    expect((await failing.request('/v1/entities/book%3Anovella')).status).toBe(404);
    expect(await body(failing, '/v1/search?q=harbour+bell&raw=public')).toEqual(
      await body(make(), '/v1/search?q=harbour+bell&raw=public'),
    );
  });

  it('costs as much when it fails on questions to embed alone (invariant 4)', async () => {
    const index = await sampleIndex();
    const memory = memoryQuotaStore();
    const store: QuotaStore = {
      open: (size) =>
        size.name === 'embeddings'
          ? { size, take: () => Promise.reject(new Error('down')) }
          : memory.open(size),
      close: () => memory.close(),
    };
    const app = createApp({
      index: () => index,
      embedder: createNgramEmbedder(),
      limits: createLimits({ store }),
    });
    const body = async (path: string) => (await app.request(path)).json();
    for (const _ of [1, 2])
      expect(await body('/v1/search?q=salt+cellar')).toMatchObject({ hits: [], matched: 0 });
    expect(await body('/v1/search?q=harbour+bell&raw=public')).toMatchObject({
      hits: [{ raw: 'public' }, {}, {}],
    });
    expect(await (await app.request('/?q=salt+cellar')).text()).not.toContain('class="hit');
    // What needs no embedding is counted as it should be.
    expect((await app.request('/v1/fragments/book%3Anovella%23c1')).status).toBe(200);
  });
});
