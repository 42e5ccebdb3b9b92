/**
 * Only what may be kept is compressed: nothing private, nothing in which something private was counted, no error.
 */
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { servedPaths } from './create-app.ts';
import { ASSETS } from './page/assets.ts';
import { ask, post, serveSample } from './served-sample.fixture.ts';

const server = await serveSample();
const GZIP = { 'accept-encoding': 'gzip, br, zstd' };

function bytes(
  path: string,
  headers: Record<string, string>,
): Promise<{ body: Buffer; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ port: server.port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ body: Buffer.concat(chunks), etag: response.headers.etag }));
    })
      .on('error', reject)
      .end();
  });
}

describe('compression', () => {
  it.each(['/v1/search?q=harbour+bell&raw=public', '/v1/entities', '/v1/openapi.json', '/', '/llms.txt'])(
    'of %s gives the same content, under a weak validator that confirms both forms',
    async (path) => {
      const plain = await bytes(path, {});
      const packed = await bytes(path, GZIP);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
      expect(packed.etag).toBe(`W/${plain.etag}`);
      for (const tag of [plain.etag, packed.etag]) {
        const again = await ask(server, path, { headers: { ...GZIP, 'if-none-match': String(tag) } });
        expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Encoding']);
      }
    },
  );

  it.each([
    ['a private hit', '/v1/search?q=salt+cellar'],
    ['a private hit that is the only one', '/v1/search?q=talk+slack+water&limit=1'],
    ['the record of a private work', '/v1/entities/book%3Anovella'],
    ['a private face', '/v1/fragments/book%3Anovella%23c1'],
    ['the page of a private work', '/e/book%3Anovella'],
    ['the page with a private hit', '/?q=salt+cellar'],
    ['an error', '/v1/search'],
    ['what is not there', '/v1/entities/nothing'],
    ['an error page', '/nowhere'],
  ])('never touches %s', async (_, path) => {
    const { headers } = await ask(server, path, { headers: GZIP });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });

  it('never touches the answer to a POST', async () => {
    const { headers } = await post(
      server,
      '/v1/search',
      { q: 'harbour bell', filters: { raw: 'public' } },
      GZIP,
    );
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('comes on every route with a validator, or with an address that names the bytes', async () => {
    const touched: [string, unknown, unknown][] = [];
    const asset = ASSETS.style.path.replace('/assets/', '');
    for (const { route } of servedPaths()) {
      const path = route.replace(':id', 'essay%3Aharbour-bells').replace(':name', asset);
      const { headers } = await ask(server, path, { headers: GZIP });
      if (headers['content-encoding'] !== undefined)
        touched.push([route, headers['cache-control'], headers.etag?.startsWith('W/"')]);
    }
    expect(touched.map(([route]) => route)).toEqual(
      expect.arrayContaining(['/', '/assets/:name', '/e/:id', '/v1/entities', '/v1/entities/:id']),
    );
    expect(touched).toEqual(
      touched.map(([route]) =>
        route === '/assets/:name'
          ? [route, 'public, max-age=31536000, immutable', undefined]
          : [route, 'no-cache', true],
      ),
    );
  });

  it.each(['gzip;q=0', 'identity', 'br', '', 'gzip;q=0.0, *;q=0'])(
    'is not forced on who says %j',
    async (accepted) => {
      const { headers } = await ask(server, '/v1/openapi.json', { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});
