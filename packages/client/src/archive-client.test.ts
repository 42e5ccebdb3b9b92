import fc from 'fast-check';
import type { SearchRequest } from '@archive/contract';
import { describe, expect, it, vi } from 'vitest';
import { ArchiveClientError, type ArchivePolicy, createArchiveClient, type EntityRecord } from './index.ts';
import {
  answer,
  breakOff,
  hang,
  json,
  place,
  policy,
  problem,
  raw,
  type Reply,
  scriptedServer,
  stall,
  work,
} from './scripted-server.fixture.ts';

const question = { q: 'harbour' };

async function failure(call: Promise<unknown>): Promise<ArchiveClientError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ArchiveClientError);
  return error as ArchiveClientError;
}

describe('asking', () => {
  it('sends a question in a body, so that it stands in no URL, and returns the answer', async () => {
    const server = await scriptedServer(json(answer));
    const client = createArchiveClient({ baseUrl: server.url, headers: { 'x-from': 'test' } });
    const request: SearchRequest = { q: 'harbour', limit: 3, filters: { type: ['book'] } };
    expect(await client.search(request)).toEqual(answer);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/search',
      body: JSON.stringify(request),
    });
    expect(server.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-from': 'test',
    });
  });

  it('asks by query string when told to, lists repeated', async () => {
    const server = await scriptedServer(json(answer));
    const client = createArchiveClient({ baseUrl: server.url, questions: 'GET' });
    await client.search({
      q: 'a&b=c ü',
      limit: 3,
      recency: 'auto',
      filters: { type: ['book', 'essay'], dateFrom: '1999', raw: 'public' },
    });
    expect(server.seen[0]).toMatchObject({ method: 'GET', body: '' });
    expect([...new URL(server.seen[0]?.url ?? '', server.url).searchParams]).toEqual([
      ['q', 'a&b=c ü'],
      ['limit', '3'],
      ['recency', 'auto'],
      ['type', 'book'],
      ['type', 'essay'],
      ['dateFrom', '1999'],
      ['raw', 'public'],
    ]);
  });

  it('needs no `this`, so that its search is a Search port', async () => {
    const server = await scriptedServer(json(answer));
    const { search } = createArchiveClient({ baseUrl: server.url });
    expect((await search(question)).hits).toHaveLength(1);
  });

  it('drops fields it does not know and keeps schemes it does not know', async () => {
    const future = {
      ...answer,
      aFieldOfTomorrow: true,
      hits: [{ ...answer.hits[0], locator: [{ scheme: 'folio', value: '3v' }], glow: 1 }],
    };
    const server = await scriptedServer(json(future));
    const got = await createArchiveClient({ baseUrl: server.url }).search(question);
    expect(got).toEqual({
      ...answer,
      hits: [{ ...answer.hits[0], locator: [{ scheme: 'folio', value: '3v' }] }],
    });
  });

  it('keeps the path in front of /v1', async () => {
    const server = await scriptedServer(json(answer));
    await createArchiveClient({ baseUrl: `${server.url}/archive` }).search(question);
    expect(server.seen[0]?.url).toBe('/archive/v1/search');
  });

  it('puts any id into one segment of the path', async () => {
    const server = await scriptedServer(problem(404, 'not-found'));
    const client = createArchiveClient({ baseUrl: server.url });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (id) => {
        server.seen.length = 0;
        expect(await client.fragment(`a:${id}#x`)).toBeUndefined();
        const segments = server.seen[0]?.url.split('/') ?? [];
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'fragments']);
        expect(decodeURIComponent(segments[3] ?? '')).toBe(`a:${id}#x`);
        expect(segments).toHaveLength(4);
      }),
      { numRuns: 60 },
    );
  });
});

describe('reading', () => {
  const said: ArchivePolicy = { contracts: ['archive-search/1'], policy, index: answer.index };
  const record: EntityRecord = { entity: place.entity, raw: 'private', fragmentCount: 4, fragments: [] };

  it('reads a work, a fragment and the policy', async () => {
    const server = await scriptedServer(
      json({ ...record, shelf: 1 }),
      json({ ...place, glow: 1 }),
      json({ ...said, index: { ...said.index, hue: 2 }, hue: 1 }),
    );
    const client = createArchiveClient({ baseUrl: server.url });
    expect(await client.entity('book:glass')).toEqual(record);
    expect(await client.fragment('book:glass#ch3')).toEqual(place);
    expect(await client.policy()).toEqual(said);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/entities/book%3Aglass',
      'GET /v1/fragments/book%3Aglass%23ch3',
      'GET /v1/policy',
    ]);
  });

  it('gives undefined for an id that is not served', async () => {
    const server = await scriptedServer(problem(404, 'not-found'));
    expect(await createArchiveClient({ baseUrl: server.url }).entity('book:none')).toBeUndefined();
  });

  it('does not take the 404 of another server for that', async () => {
    const server = await scriptedServer(raw('<h1>Not Found</h1>', 'text/html', 404));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).entity('book:none'));
    expect(error).toMatchObject({ code: 'unexpected-status', status: 404, wireCode: undefined });
  });

  it('lists works page by page, as they are wanted', async () => {
    const server = await scriptedServer(
      json({ entities: [work('a:1'), work('a:2')], next: 'x/+=' }),
      json({ entities: [], next: 'y' }),
      json({ entities: [work('a:3')] }),
    );
    const listing = createArchiveClient({ baseUrl: server.url }).entities();
    expect(server.seen).toHaveLength(0);
    expect((await listing.next()).value).toEqual(work('a:1'));
    expect((await listing.next()).value).toEqual(work('a:2'));
    expect(server.seen).toHaveLength(1);
    const rest = [];
    for await (const face of listing) rest.push(face.id);
    expect(rest).toEqual(['a:3']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/entities',
      '/v1/entities?cursor=x%2F%2B%3D',
      '/v1/entities?cursor=y',
    ]);
  });

  it('ends a listing that goes round', async () => {
    const server = await scriptedServer(json({ entities: [], next: 'again' }));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).entities().next());
    expect(error.code).toBe('invalid-response');
    expect(server.seen).toHaveLength(2);
  });

  it.each<[string, unknown, string]>([
    ['a work without a tier', { ...record, raw: 'secret' }, 'raw'],
    ['a work without a count', { ...record, fragmentCount: -1 }, 'fragmentCount'],
    ['a work without fragments', { ...record, fragments: {} }, 'fragments'],
    ['a list', [record], 'raw'],
    ['null', null, 'raw'],
  ])('refuses %s, naming the field', async (_, value, field) => {
    const server = await scriptedServer(json(value));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).entity('book:glass'));
    expect(error).toMatchObject({ code: 'invalid-response', status: 200 });
    expect(error.issues.map((issue) => issue.field)).toEqual([field]);
  });

  it.each<[string, unknown, string]>([
    ['a policy without words', { ...said, policy: { exposure: policy.exposure } }, 'policy.note'],
    ['a policy without counts', { ...said, index: {} }, 'index.builtAt'],
    ['a policy without contracts', { policy, index: answer.index }, 'contracts'],
  ])('refuses %s, naming the field', async (_, value, field) => {
    const server = await scriptedServer(json(value));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).policy());
    expect(error.issues.map((issue) => issue.field)).toEqual([field]);
  });
});

describe('sending again', () => {
  it.each([429, 502, 503, 504])('tries again after %i and succeeds', async (status) => {
    const server = await scriptedServer(raw('busy', 'text/plain', status), json(answer));
    expect(await createArchiveClient({ baseUrl: server.url }).search(question)).toEqual(answer);
    expect(server.seen).toHaveLength(2);
    expect(server.seen[1]?.body).toBe(server.seen[0]?.body);
  });

  it('tries again after a broken connection, before and in the middle of an answer', async () => {
    const server = await scriptedServer((response) => response.destroy(), breakOff, json(answer));
    expect(await createArchiveClient({ baseUrl: server.url }).search(question)).toEqual(answer);
    expect(server.seen).toHaveLength(3);
  });

  it('waits as long as Retry-After says', async () => {
    const server = await scriptedServer(
      problem(429, 'rate-limited', {}, { 'retry-after': '1' }),
      json(answer),
    );
    await createArchiveClient({ baseUrl: server.url }).search(question);
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(995);
  });

  it('fails at once when Retry-After asks for more time than there is', async () => {
    const server = await scriptedServer(
      problem(429, 'rate-limited', {}, { 'retry-after': '3600' }),
      json(answer),
    );
    // Were it to wait, the test would not end.
    const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    expect(error).toMatchObject({
      code: 'rate-limited',
      status: 429,
      wireCode: 'rate-limited',
      retryAfterSeconds: 3600,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('gives up after as many retries as it was told', async () => {
    const server = await scriptedServer(problem(503, 'index-unavailable'));
    const error = await failure(createArchiveClient({ baseUrl: server.url, retries: 1 }).search(question));
    expect(error).toMatchObject({ code: 'index-unavailable', status: 503 });
    expect(server.seen).toHaveLength(2);
  });

  it.each<[string, Reply, string]>([
    ['a refused request', problem(400, 'invalid-request'), 'invalid-request'],
    ['a fault of the server', problem(500, 'internal-error'), 'internal-error'],
    ['an answer that is no JSON', raw('{"contract":', 'application/json'), 'malformed-json'],
    ['a page instead of an answer', raw('<html>SECRET', 'text/html'), 'unexpected-content-type'],
    ['an answer of another kind', json({ hello: 'SECRET' }), 'invalid-response'],
  ])('does not try again after %s', async (_, reply, code) => {
    const server = await scriptedServer(reply);
    const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    expect(error.code).toBe(code);
    expect(server.seen).toHaveLength(1);
  });

  it('reports a server that is not there, with what the platform said as cause', async () => {
    const error = await failure(
      createArchiveClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 }).search(question),
    );
    expect(error).toMatchObject({ code: 'unreachable', status: undefined });
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('time and abort', () => {
  it.each<[string, Reply]>([
    ['a server that says nothing', hang],
    ['an answer that stops in the middle', stall],
    ['a server that asks to come back, again and again', raw('', 'text/plain', 503)],
  ])('ends within its time at %s', async (_, reply) => {
    const server = await scriptedServer(reply);
    const error = await failure(
      createArchiveClient({ baseUrl: server.url, timeoutMs: 400, retries: 10 }).search(question),
    );
    expect(['timeout', 'unexpected-status']).toContain(error.code);
    // The second wait ends after 375 ms at the earliest, the third after 875: there is time for three attempts.
    expect(server.seen.length).toBeLessThanOrEqual(3);
  });

  it('says that it was time, not the network', async () => {
    const server = await scriptedServer(hang);
    const error = await failure(createArchiveClient({ baseUrl: server.url, timeoutMs: 50 }).search(question));
    expect(error).toMatchObject({ code: 'timeout', message: 'the archive did not answer within 50 ms' });
  });

  it('ends even when fetch does not listen to its signal', async () => {
    const deaf = () => new Promise<Response>(() => undefined);
    const client = createArchiveClient({ baseUrl: 'http://archive.example', fetch: deaf, timeoutMs: 50 });
    expect((await failure(client.search(question))).code).toBe('timeout');
  });

  it('ends even when a body does not', async () => {
    const endless = () =>
      Promise.resolve(
        new Response(new ReadableStream({ cancel: () => new Promise(() => undefined) }), {
          headers: { 'content-type': 'application/json' },
        }),
      );
    const client = createArchiveClient({ baseUrl: 'http://archive.example', fetch: endless, timeoutMs: 50 });
    expect((await failure(client.search(question))).code).toBe('timeout');
  });

  it.each<[string, Reply]>([
    ['while it waits for an answer', hang],
    ['while it reads one', stall],
    ['while it waits to try again', problem(503, 'index-unavailable', {}, { 'retry-after': '60' })],
  ])('is aborted %s, with the reason of the signal', async (_, reply) => {
    const server = await scriptedServer(reply);
    const controller = new AbortController();
    const reason = new Error('enough');
    // Nothing else ends it before the test is out of time.
    const client = createArchiveClient({ baseUrl: server.url, timeoutMs: 120_000 });
    const call = client.search(question, { signal: controller.signal });
    call.catch(() => undefined);
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1);
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });

  it('sends nothing when it is aborted before it starts', async () => {
    const server = await scriptedServer(json(answer));
    const call = createArchiveClient({ baseUrl: server.url }).search(question, {
      signal: AbortSignal.abort(),
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.seen).toHaveLength(0);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const server = await scriptedServer(json(answer));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await createArchiveClient({ baseUrl: server.url }).search(question, { signal });
    const listeners = added.mock.calls.map(([, listener]) => listener);
    expect(listeners).toHaveLength(1);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
  });

  it('ends a listing between two pages', async () => {
    const server = await scriptedServer(json({ entities: [work('a:1')], next: 'x' }), hang);
    const controller = new AbortController();
    const listing = createArchiveClient({ baseUrl: server.url }).entities({ signal: controller.signal });
    await listing.next();
    setTimeout(() => controller.abort(), 50);
    await expect(listing.next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what it does not swallow', () => {
  it('follows no redirect, so that a question goes nowhere else', async () => {
    const elsewhere = await scriptedServer(json(answer));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await scriptedServer(
        raw('', 'text/plain', status, { location: `${elsewhere.url}/v1/search` }),
      );
      const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
      expect(error).toMatchObject({ code: 'redirected', status });
      expect(server.seen).toHaveLength(1);
    }
    expect(elsewhere.seen).toHaveLength(0);
  });

  it('reads no more than it agreed to, whether the size is declared or not', async () => {
    let sent = 0;
    let closed = 0;
    const endless: Reply = (response) => {
      response.on('close', () => closed++);
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write(' '.repeat(65_536), more);
      };
      more();
    };
    const declared = raw(' '.repeat(2_000_000), 'application/json');
    for (const reply of [endless, declared]) {
      const server = await scriptedServer(reply);
      const client = createArchiveClient({ baseUrl: server.url, maxResponseBytes: 1_000_000 });
      const error = await failure(client.search(question));
      expect(error).toMatchObject({ code: 'response-too-large', status: 200 });
      expect(server.seen).toHaveLength(1);
    }
    expect(sent).toBeLessThan(20_000_000);
    await expect.poll(() => closed).toBe(1);
  });

  it('does not begin to read an answer that is declared too large', async () => {
    const server = await scriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '20000000' });
      response.flushHeaders();
    });
    const client = createArchiveClient({ baseUrl: server.url, timeoutMs: 2_000 });
    expect((await failure(client.search(question))).code).toBe('response-too-large');
  });

  it('believes a code only with the status it belongs to', async () => {
    const server = await scriptedServer(problem(500, 'not-found'));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).entity('book:glass'));
    expect(error).toMatchObject({ code: 'unexpected-status', status: 500, wireCode: undefined });
  });

  it('lets go of an answer it does not want', async () => {
    let closed = false;
    const server = await scriptedServer((response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<html>');
    });
    await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    await expect.poll(() => closed).toBe(true);
  });

  it('takes over the fields at fault, cleaned, and the request id', async () => {
    const server = await scriptedServer(
      problem(400, 'invalid-request', {
        errors: [
          { field: 'filters.dateFrom', message: 'is not a date' },
          { field: '<script>', message: `line\nbreak\u001b[31m${'x'.repeat(500)}` },
          { field: 3, message: 'no' },
          'no',
          null,
        ],
        requestId: '3f2a',
      }),
    );
    const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    expect(error.requestId).toBe('3f2a');
    expect(error.issues[0]).toEqual({ field: 'filters.dateFrom', message: 'is not a date' });
    expect(error.issues[1]?.field).toBe('(unprintable field)');
    expect(error.issues[1]?.message).toMatch(/^line break \[31mx+$/);
    expect(error.issues[1]?.message).toHaveLength(200);
    expect(error.issues).toHaveLength(2);
  });

  it.each<[string, Reply]>([
    ['a problem', problem(500, 'internal-error')],
    ['a problem with a code of another status', problem(500, 'not-found')],
    ['a problem without a code', json({ status: 418, detail: 'SECRET' }, 418)],
    ['a broken problem', raw('{"code":"SECRET', 'application/problem+json', 400)],
    ['a page', raw('<h1>SECRET</h1>', 'text/html', 403)],
    ['a page with status 200', raw('<h1>SECRET</h1>', 'text/html')],
    ['broken JSON', raw('{"SECRET": SECRET}', 'application/json')],
    ['JSON of another kind', json({ ...answer, query: 1, hits: [{ exposure: 'SECRET' }] })],
    ['a key that is a sentence', json(withPart('SECRET \u001B[31m'))],
  ])('never repeats an answer in an error: %s', async (_, reply) => {
    const server = await scriptedServer(reply);
    const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    const told = [error.message, error.help, error.stack, JSON.stringify(error), String(error.cause)].join(
      '\n',
    );
    expect(told).not.toContain('SECRET');
  });

  it('names a field at fault in its issues alone: a server may have made it up', async () => {
    const server = await scriptedServer(json(withPart('SECRET')));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).search(question));
    expect(error.issues.map(({ field }) => field)).toEqual(['hits.0.breakdown.SECRET']);
    expect([error.message, error.help, error.stack, String(error.cause)].join('\n')).not.toContain('SECRET');
  });
});

/** An answer with a part of a score that is none. */
function withPart(name: string): unknown {
  const [hit] = answer.hits;
  return {
    ...answer,
    hits: [{ ...hit, raw: 'public', exposure: 'text', text: 'a', breakdown: { [name]: 'x' } }],
  };
}

describe('settings', () => {
  it.each<[string, Parameters<typeof createArchiveClient>[0]]>([
    ['baseUrl is not an absolute address', { baseUrl: '/here' }],
    ['baseUrl is not http or https', { baseUrl: 'file:///etc/' }],
    ['baseUrl holds credentials; use headers', { baseUrl: 'http://a:b@archive.example' }],
    ['baseUrl holds a query or a fragment', { baseUrl: 'http://archive.example/?q=1' }],
    ['timeoutMs is not above 0', { baseUrl: 'http://archive.example', timeoutMs: Number.NaN }],
    ['retries is not a whole number from 0 to 10', { baseUrl: 'http://archive.example', retries: 0.5 }],
    ['maxResponseBytes is not above 0', { baseUrl: 'http://archive.example', maxResponseBytes: 0 }],
  ])('are refused before any call: %s', (message, options) => {
    expect(() => createArchiveClient(options)).toThrow(new TypeError(message));
  });
});
