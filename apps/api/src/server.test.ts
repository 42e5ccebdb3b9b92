import { connect } from 'node:net';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { createApp, servedPaths } from './create-app.ts';
import { ASSETS } from './page/assets.ts';
import { sampleIndex } from './sample-archive.fixture.ts';
import { type Answer, ask, observable, post, serveSample } from './served-sample.fixture.ts';
import { startServer } from './start-server.ts';

const server = await serveSample();

const EXAMPLES: Record<string, string> = {
  '/': '/?q=harbour',
  '/ask': '/ask?q=harbour',
  '/v1/search': '/v1/search?q=harbour',
  '/v1/ask': '/v1/ask',
  '/v1/verify': '/v1/verify',
  '/v1/fragments/:id': '/v1/fragments/essay%3Aharbour-bells%23s1',
  '/v1/entities/:id': '/v1/entities/essay%3Aharbour-bells',
  '/v1/entities': '/v1/entities',
  '/v1/policy': '/v1/policy',
  '/v1/openapi.json': '/v1/openapi.json',
  '/llms.txt': '/llms.txt',
  '/ready': '/ready',
  '/mcp': '/mcp',
  '/mcp/': '/mcp/',
  '/help': '/help',
  '/health': '/health',
  '/e/:id': '/e/essay%3Aharbour-bells',
  '/assets/:name': ASSETS.style.path,
};

describe('headers', () => {
  it('are on every answer: page, JSON, file, error and refusal', async () => {
    const own = await serveSample({
      embedder: { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('x')) },
    });
    const answers: [string, Answer][] = [];
    for (const path of [...Object.values(EXAMPLES), '/', '/v1/unknown', '/unknown', '/v1/search'])
      answers.push([path, await ask(server, path)]);
    answers.push(['405', await ask(server, '/health', { method: 'DELETE' })]);
    answers.push(['413', await post(server, '/v1/search', 'a'.repeat(20_000))]);
    answers.push(['415', await ask(server, '/v1/search', { method: 'POST', body: 'q=a' })]);
    answers.push(['421', await ask(server, '/', { headers: { host: 'evil.example' } })]);
    answers.push(['503', await ask(own, '/v1/search?q=a')]);
    answers.push(['304', await ask(server, '/v1/openapi.json', { headers: { 'if-none-match': '*' } })]);
    for (const [what, { headers }] of answers) {
      expect([
        what,
        {
          csp: headers['content-security-policy'],
          referrer: headers['referrer-policy'],
          sniff: headers['x-content-type-options'],
          frame: headers['x-frame-options'],
          cookies: headers['set-cookie'],
          hasCacheRule: headers['cache-control'] !== undefined,
          powered: headers['x-powered-by'],
          encoding: headers['content-encoding'],
        },
      ]).toEqual([
        what,
        {
          csp: "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
          referrer: 'no-referrer',
          sniff: 'nosniff',
          frame: 'DENY',
          cookies: undefined,
          hasCacheRule: true,
          powered: undefined,
          encoding: undefined,
        },
      ]);
    }
  });

  it('are not loosened for another site', async () => {
    const { headers } = await ask(server, '/v1/search?q=harbour', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('methods', () => {
  it.each(servedPaths().map(({ route, methods }) => [route, methods] as const))(
    'of %s are %j and no others',
    async (route, methods) => {
      const path = EXAMPLES[route] ?? '';
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await ask(server, path, { method });
        if (methods.includes(method)) expect([method, answer.status === 405]).toEqual([method, false]);
        else expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, methods.join(', ')]);
      }
    },
  );

  it.each(Object.values(EXAMPLES))('HEAD %s has the headers of GET and no body', async (path) => {
    const get = await ask(server, path);
    const head = await ask(server, path, { method: 'HEAD' });
    const {
      'content-length': _a,
      'transfer-encoding': _b,
      connection: _c,
      ...sent
    } = (observable(get) as Answer).headers;
    expect(head.headers).toMatchObject(sent);
    expect([head.status, head.body]).toEqual([get.status, '']);
  });

  it('are the routes of the application, each in the table', async () => {
    const index = await sampleIndex();
    const app = createApp({ index: () => index, embedder: createNgramEmbedder() });
    const registered = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path !== '/*')
      .map(({ method, path }) => `${method} ${path}`);
    const listed = servedPaths().flatMap(({ route, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${route}`),
    );
    expect(registered.sort()).toEqual(listed.sort());
  });
});

describe('a server bound to this machine', () => {
  it.each([
    'evil.example',
    'localhost',
    '127.0.0.1:1',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '[::1]',
    '0.0.0.0',
  ])('does not answer to the Host %s', async (name) => {
    const host = name.includes(':') || name === 'localhost' ? name : `${name}:${server.port}`;
    for (const path of Object.values(EXAMPLES)) {
      const answer = await ask(server, path, { headers: { host } });
      expect([path, answer.status]).toEqual([path, 421]);
      expect(JSON.parse(answer.body)).toEqual({
        type: 'about:blank',
        title: 'Misdirected Request',
        status: 421,
        detail: 'this server answers to its own address only',
      });
    }
  });

  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'])('answers to its own name %s', async (name) => {
    expect((await ask(server, '/health', { headers: { host: `${name}:${server.port}` } })).status).toBe(200);
  });

  it('answers to the public address of a proxy it was told of', async () => {
    const own = await serveSample({ origin: 'https://archive.example.org' });
    expect((await ask(own, '/health', { headers: { host: 'archive.example.org' } })).status).toBe(200);
    expect((await ask(own, '/health', { headers: { host: 'other.example.org' } })).status).toBe(421);
  });

  it('takes a POST from its own page and from programs, not from pages of other sites', async () => {
    const status = async (headers: Record<string, string>) =>
      (await post(server, '/v1/search', { q: 'harbour' }, headers)).status;
    expect(await status({})).toBe(200);
    expect(await status({ origin: `http://localhost:${server.port}` })).toBe(200);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:1',
      `http://localhost.evil.example:${server.port}`,
      '',
    ]) {
      expect([origin, await status({ origin })]).toEqual([origin, 403]);
    }
    // A form of the page itself, which sends no referrer: the browser says whose page it is on.
    const sites: [string, number][] = [
      ['same-origin', 200],
      ['same-site', 403],
      ['cross-site', 403],
      ['none', 403],
    ];
    for (const [site, expected] of sites) {
      expect([site, await status({ origin: 'null', 'sec-fetch-site': site })]).toEqual([site, expected]);
      expect(await status({ origin: 'https://evil.example', 'sec-fetch-site': site })).toBe(403);
    }
  });

  it('does not answer a request without a Host', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('GET /v1/search?q=harbour HTTP/1.0\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk))).on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('harbour');
  });
});

describe('the log', () => {
  it('has one line for a request, without a word of question, address or answer', async () => {
    const own = await serveSample();
    own.log.splice(0);
    await ask(own, '/v1/search?q=zanzibar+salt');
    await post(own, '/v1/search', { q: 'zanzibar', filters: { creator: 'zanzibar' } });
    await ask(own, '/zanzibar?zanzibar=zanzibar');
    await ask(own, '/v1/entities/zanzibar');
    await ask(own, '/?q=zanzibar&creator=zanzibar');
    await ask(own, '/v1/search?q=zanzibar', { method: 'ZANZIBAR' }).catch(() => undefined);
    expect(
      own.log
        .filter(({ event }) => event === 'request')
        .map((entry) => ({ ...entry, requestId: '', durationMs: 0 })),
    ).toEqual(
      [
        ['GET', '/v1/search', 200],
        ['POST', '/v1/search', 200],
        ['GET', 'unknown', 404],
        ['GET', '/v1/entities/:id', 404],
        ['GET', '/', 200],
      ].map(([method, route, status]) => ({
        event: 'request',
        requestId: '',
        method,
        route,
        status,
        durationMs: 0,
      })),
    );
    expect(JSON.stringify(own.log)).not.toMatch(/zanzibar|salt/i);
  });

  it('names what failed inside by its kind, and the caller gets an id to ask about', async () => {
    const failures: unknown[] = [];
    const own = await serveSample({
      contextOf: () => {
        throw new TypeError('the secret is zanzibar');
      },
      onInternalError: (error) => failures.push(error),
    });
    const answer = await ask(own, '/v1/search?q=harbour');
    const { requestId, ...problem } = JSON.parse(answer.body) as { requestId: string };
    expect([answer.status, problem]).toEqual([
      500,
      {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        code: 'internal-error',
        detail: 'something went wrong on this side',
      },
    ]);
    expect(own.log).toContainEqual({ event: 'failure', requestId, route: '/v1/search', error: 'TypeError' });
    const page = await ask(own, '/e/essay%3Aharbour-bells');
    expect(page.status).toBe(500);
    expect(JSON.stringify(own.log) + answer.body + page.body).not.toContain('zanzibar');
    expect(failures).toHaveLength(2);
  });
});

describe('startServer', () => {
  it('listens without an index, and says so', async () => {
    const own = await serveSample({ archiveDir: '/nowhere/at/all' });
    const health = await ask(own, '/health');
    expect([health.status, health.headers['retry-after'], JSON.parse(health.body)]).toMatchObject([
      503,
      '5',
      { code: 'index-unavailable' },
    ]);
    for (const path of [
      ...Object.values(EXAMPLES).filter((path) => !/^\/(assets|mcp|v1\/(ask|verify))|openapi/.test(path)),
      '/',
    ]) {
      expect([path, (await ask(own, path)).status]).toEqual([path, 503]);
    }
  });

  it('says when its port is taken', async () => {
    await expect(
      startServer({
        archiveDir: '/nowhere',
        embedder: createNgramEmbedder(),
        port: server.port,
        log: () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('gives the address of the page and is gone after close', async () => {
    const own = await startServer({
      archiveDir: '/nowhere',
      embedder: createNgramEmbedder(),
      port: 0,
      log: () => undefined,
    });
    expect(own.url).toBe(`http://127.0.0.1:${own.port}`);
    const idle = connect(own.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    idle.on('error', () => undefined);
    await own.close();
    await expect(ask(own, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('pins one index for a request', async () => {
    const [before, after] = [await sampleIndex(), await sampleIndex([])];
    let index = before;
    const app = createApp({
      index: () => index,
      embedder: {
        ...createNgramEmbedder(),
        embed: async (texts) => {
          index = after;
          return createNgramEmbedder().embed(texts);
        },
      },
    });
    expect(await (await app.request('/v1/search?q=harbour')).json()).toMatchObject({
      index: { entityCount: 7 },
      matched: 3,
    });
    expect(await (await app.request('/v1/search?q=harbour')).json()).toMatchObject({
      index: { entityCount: 0 },
      matched: 0,
    });
  });

  it('answers a question of any size with 400 or less', async () => {
    const answer = await ask(server, `/v1/search?q=${'%E6%B8%AF'.repeat(1500)}`);
    expect(answer.status).toBe(400);
    expect((await ask(server, `/v1/search?q=${'a'.repeat(20_000)}`)).status).toBe(431);
  });
});
