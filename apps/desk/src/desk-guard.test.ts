/**
 * Who gets in, and what an answer carries: over real connections, for a browser's headers are the point.
 */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  ask,
  bareDesk,
  CH1,
  CHAPTERS,
  deskFolder,
  HONEST,
  pageHeaders,
  signIn,
  testDesk,
} from './desk.fixture.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const VETO = { action: 'veto', sha256: null, fragmentIds: [CH1] };
const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', '/assets/icon.svg'],
  ['POST', '/api/session'],
  ['GET', '/api/archive'],
  ['GET', '/api/rows?work=book:novel'],
  ['GET', `/api/fragment?id=${encodeURIComponent(CH1)}`],
  ['GET', `/api/public?id=${encodeURIComponent(CH1)}`],
  ['GET', '/api/news'],
  ['POST', '/api/check'],
  ['POST', '/api/act'],
  ['POST', '/api/undo'],
  ['POST', '/api/reread'],
  ['GET', '/nothing/here'],
  ['OPTIONS', '/api/act'],
];

describe('a request for another host (DNS rebinding)', () => {
  it.each(ROUTES)('%s %s is misdirected, even with the secrets of a session', async (method, path) => {
    const running = await bareDesk(await deskFolder());
    const headers = await signIn(running);
    const hosts = [
      'evil.example',
      `evil.example:${running.port}`,
      `127.0.0.1:${running.port + 1}`,
      '127.0.0.1',
    ];
    for (const host of hosts) {
      // A page behind a rebound name is of one origin with what it asks for, and says so.
      for (const origin of [`http://${host}`, undefined, running.origin]) {
        const answer = await ask(running, path, { method, headers: { ...headers, host, origin } });
        expect(answer.status).toBe(421);
        expect(answer.text).not.toContain('Quay');
      }
    }
  });
});

describe('a request from another site', () => {
  it.each(ROUTES)('%s %s is misdirected, even with the secrets of a session', async (method, path) => {
    const running = await bareDesk(await deskFolder());
    const headers = await signIn(running);
    const foreign: Record<string, string | undefined>[] = [
      { ...headers, origin: 'https://evil.example' },
      { ...headers, origin: 'null' },
      { ...headers, origin: `http://127.0.0.1:${running.port + 1}` },
      { ...headers, origin: `https://127.0.0.1:${running.port}` },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { ...headers, origin: undefined, 'sec-fetch-site': 'cross-site' },
    ];
    const statuses = [];
    for (const asking of foreign)
      statuses.push((await ask(running, path, { method, headers: asking })).status);
    expect(statuses).toEqual(foreign.map(() => 421));
  });

  it('may not change anything without saying where it comes from', async () => {
    const running = await bareDesk(await deskFolder());
    const { origin: _origin, ...headers } = await signIn(running);
    expect((await ask(running, '/api/act', { method: 'POST', headers, body: VETO })).status).toBe(421);
  });
});

describe('an address that was typed', () => {
  it('gives the empty page, and no data', async () => {
    const running = await bareDesk(await deskFolder());
    const { origin: _origin, ...session } = await signIn(running);
    const headers = { ...session, 'sec-fetch-site': 'none' };
    const page = await ask(running, '/', { headers: { 'sec-fetch-site': 'none' } });
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/Quay|Lantern/);
    expect((await ask(running, '/api/archive', { headers })).status).toBe(421);
  });
});

describe('the token', () => {
  it('is not in the part of the link that is sent', async () => {
    const running = await bareDesk(await deskFolder());
    const { pathname, search, hash } = new URL(running.newLink());
    expect([pathname, search]).toEqual(['/', '']);
    expect(hash.length).toBeGreaterThan(40);
  });

  it('works once', async () => {
    const running = await bareDesk(await deskFolder());
    const token = new URL(running.newLink()).hash.slice(1);
    const exchange = async (): Promise<number> =>
      (await ask(running, '/api/session', { method: 'POST', headers: pageHeaders(running), body: { token } }))
        .status;
    expect([await exchange(), await exchange()]).toEqual([200, 403]);
  });

  it('dies with time', async () => {
    const running = await bareDesk(await deskFolder(), { limits: { tokenMs: -1, idleMs: 1000 } });
    const token = new URL(running.newLink()).hash.slice(1);
    const answer = await ask(running, '/api/session', {
      method: 'POST',
      headers: pageHeaders(running),
      body: { token },
    });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('dies when another link is made', async () => {
    const running = await bareDesk(await deskFolder());
    const first = running.newLink();
    running.newLink();
    const { cookie } = await signIn(running, first);
    expect(cookie).toBe('undefined');
  });

  it('buys a cookie no script can read and no other site sends', async () => {
    const running = await bareDesk(await deskFolder());
    const token = new URL(running.newLink()).hash.slice(1);
    const { headers } = await ask(running, '/api/session', {
      method: 'POST',
      headers: pageHeaders(running),
      body: { token },
    });
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^archive-desk-${running.port}=[\\w-]{43}; Path=/api/; HttpOnly; SameSite=Strict$`),
    );
  });
});

describe('data', () => {
  const data = ROUTES.filter(
    ([method, path]) => method !== 'OPTIONS' && path.startsWith('/api/') && path !== '/api/session',
  );

  it.each(data)('%s %s needs cookie and second secret together', async (method, path) => {
    const running = await bareDesk(await deskFolder());
    const session = await signIn(running);
    const other = await signIn(running);
    const incomplete = [
      { ...session, cookie: undefined },
      { ...session, 'x-archive-desk': undefined },
      { ...session, 'x-archive-desk': 'x'.repeat(43) },
      { ...session, 'x-archive-desk': other['x-archive-desk'] },
    ];
    for (const headers of incomplete) {
      const answer = await ask(running, path, { method, headers });
      expect(answer.status).toBe(401);
    }
  });

  it('is not written without the second secret', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: { words: HONEST, text: CHAPTERS[0] } });
    const before = await place.read();
    const running = await bareDesk(place);
    const { 'x-archive-desk': _secret, ...headers } = await signIn(running);
    const answer = await ask(running, '/api/act', { method: 'POST', headers, body: VETO });
    expect([answer.status, await place.read()]).toEqual([401, before]);
  });

  it('is given up after the session has been idle', async () => {
    const running = await bareDesk(await deskFolder(), { limits: { tokenMs: 1000, idleMs: -1 } });
    const headers = await signIn(running);
    expect((await ask(running, '/api/archive', { headers })).status).toBe(401);
  });

  it('is refused as anything but JSON', async () => {
    const desk = await testDesk(await deskFolder());
    const answer = await ask(desk.running, '/api/act', {
      method: 'POST',
      headers: { ...desk.headers, 'content-type': 'text/plain' },
      body: VETO,
    });
    expect(answer.status).toBe(400);
  });

  it('is refused when it is larger than a few thousand ids', async () => {
    const desk = await testDesk(await deskFolder());
    const answer = await desk.post('/api/check', { fragmentId: CH1, gist: 'x'.repeat(1024 * 1024) });
    expect(answer.status).toBe(413);
  });
});

describe('every answer', () => {
  it.each(ROUTES)('%s %s carries the security headers, whatever it is', async (method, path) => {
    const running = await bareDesk(await deskFolder());
    const session = await signIn(running);
    for (const headers of [session, pageHeaders(running), { ...session, host: 'evil.example' }]) {
      const answer = await ask(running, path, {
        method,
        headers: { ...headers, 'accept-encoding': 'gzip, br' },
      });
      expect(answer.headers).toMatchObject(SECURITY_HEADERS);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('lets the page load and do no more than it needs', () => {
    expect(SECURITY_HEADERS['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(SECURITY_HEADERS).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('a read', () => {
  it('changes no file', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: { words: HONEST, text: CHAPTERS[0] } });
    const desk = await testDesk(place);
    const before = await readFile(place.projections);
    for (const [method, path] of ROUTES) {
      await ask(desk.running, path, { method: 'GET', headers: desk.headers });
      if (method === 'GET') await ask(desk.running, path, { method: 'HEAD', headers: desk.headers });
    }
    expect(await readFile(place.projections)).toEqual(before);
    expect((await desk.archive()).undo).toBeNull();
  });

  it.each(ROUTES.filter(([method, path]) => method === 'POST' && path !== '/api/session'))(
    'is not what %s %s takes',
    async (_method, path) => {
      const desk = await testDesk(await deskFolder());
      expect((await desk.get(path)).status).toBe(405);
    },
  );
});

describe('the log', () => {
  it('holds routes, never an id, a word or a secret', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: { words: HONEST, text: CHAPTERS[0] } });
    const desk = await testDesk(place);
    await desk.fragment(CH1);
    await desk.post('/api/check', { fragmentId: CH1, gist: CHAPTERS[0] });
    await desk.act({ action: 'edit', fragmentId: CH1, gist: CHAPTERS[0] });
    await desk.get('/lantern/eleven');
    expect(desk.log.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'POST /api/session 200',
      'GET /api/fragment 200',
      'POST /api/check 200',
      'GET /api/archive 200',
      'POST /api/act 422',
      'GET unknown 404',
    ]);
    expect(Object.keys(desk.log[0] ?? {})).toEqual(['method', 'route', 'status', 'durationMs']);
  });
});
