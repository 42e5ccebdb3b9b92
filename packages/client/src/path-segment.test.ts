import { describe, expect, it } from 'vitest';
import { createArchiveClient } from './archive-client.ts';
import { json, problem, scriptedServer } from './scripted-server.fixture.ts';

describe('an id that would walk up the path', () => {
  it.each(['', '.', '..'])('is served by nobody, and not sent: %j', async (id) => {
    const server = await scriptedServer(json({ anything: true }));
    const client = createArchiveClient({ baseUrl: server.url });
    expect([await client.fragment(id), await client.entity(id)]).toEqual([undefined, undefined]);
    expect(server.seen).toEqual([]);
  });

  it.each(['%2e%2e', '%2E', '../policy', 'a/../..', ' ..', '\uD800'])(
    'stays under its route: %j',
    async (id) => {
      const server = await scriptedServer(problem(404, 'not-found'));
      const client = createArchiveClient({ baseUrl: server.url });
      expect([await client.fragment(id), await client.entity(id)]).toEqual([undefined, undefined]);
      expect(server.seen.map(({ url }) => url.split('/').slice(0, 3))).toEqual([
        ['', 'v1', 'fragments'],
        ['', 'v1', 'entities'],
      ]);
      for (const { url } of server.seen) expect(url).toMatch(/^\/v1\/\w+\/[^/]+$/);
    },
  );
});
