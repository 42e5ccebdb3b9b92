/**
 * Pages of other sites: refused unless the operator lists them, and then let read what anybody may, without credentials.
 */
import { describe, expect, it } from 'vitest';
import { type Answer, ask, post, serveSample } from './served-sample.fixture.ts';

const FRIEND = 'https://friend.example';
const corsOf = ({ headers }: Answer) => ({
  origin: headers['access-control-allow-origin'],
  credentials: headers['access-control-allow-credentials'],
  vary: headers.vary?.includes('Origin') === true,
});

describe('a page of another site', () => {
  it('is let in nowhere unless an operator says so', async () => {
    const server = await serveSample();
    const answer = await ask(server, '/v1/search?q=harbour', { headers: { origin: FRIEND } });
    expect(corsOf(answer)).toEqual({ origin: undefined, credentials: undefined, vary: false });
    expect((await ask(server, '/v1/search', { method: 'OPTIONS', headers: { origin: FRIEND } })).status).toBe(
      403,
    );
  });

  it('that is listed may read and post, and every answer says that it depends on the origin', async () => {
    const server = await serveSample({ cors: [FRIEND] });
    const headers = { origin: FRIEND };
    const allowed = { origin: FRIEND, credentials: undefined, vary: true };
    expect(corsOf(await ask(server, '/v1/search?q=harbour', { headers }))).toEqual(allowed);
    expect(corsOf(await ask(server, '/v1/fragments/nothing', { headers }))).toEqual(allowed);
    const posted = await post(server, '/v1/search', { q: 'harbour' }, headers);
    expect([posted.status, corsOf(posted)]).toEqual([200, allowed]);
    expect(corsOf(await ask(server, '/v1/search?q=harbour'))).toEqual({ ...allowed, origin: undefined });
    const preflight = await ask(server, '/v1/search', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers['access-control-allow-methods'], corsOf(preflight)]).toEqual([
      204,
      'GET, HEAD, POST',
      allowed,
    ]);
    expect(preflight.headers['access-control-allow-headers']).toContain('Content-Type');
  });

  it.each([
    'https://friend.example.evil.example',
    'http://friend.example',
    'https://friend.example:8443',
    'https://FRIEND.example',
    'null',
    '',
  ])('that is not listed stays out: %j', async (origin) => {
    const server = await serveSample({ cors: [FRIEND] });
    expect(corsOf(await ask(server, '/v1/search?q=harbour', { headers: { origin } })).origin).toBeUndefined();
    expect((await post(server, '/v1/search', { q: 'harbour' }, { origin })).status).toBe(403);
  });

  it('may read from everywhere where the operator says so, without credentials', async () => {
    const server = await serveSample({ cors: '*' });
    const answer = await ask(server, '/v1/search?q=harbour', { headers: { origin: 'https://any.example' } });
    expect(corsOf(answer)).toEqual({ origin: '*', credentials: undefined, vary: false });
  });

  it('has no business with the pages, whatever is listed', async () => {
    const server = await serveSample({ cors: '*' });
    for (const path of ['/', '/?q=harbour', '/e/essay%3Aharbour-bells'])
      expect(corsOf(await ask(server, path, { headers: { origin: FRIEND } })).origin).toBeUndefined();
  });

  it('is still refused under another name of the server', async () => {
    const server = await serveSample({ cors: '*' });
    const headers = { origin: FRIEND, host: 'evil.example' };
    expect((await ask(server, '/v1/search?q=harbour', { headers })).status).toBe(421);
  });
});
