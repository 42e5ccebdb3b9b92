/**
 * Every answer has an id of ours, the log has the same, and neither has a word of what was asked unless the operator
 * wants it.
 */
import { describe, expect, it } from 'vitest';
import { ask, post, serveSample } from './served-sample.fixture.ts';

describe('an answer', () => {
  it('has an id that nobody but the server chose, whatever the answer is', async () => {
    const server = await serveSample({ limits: { requestsPerMinute: 12 } });
    const answers = [
      await ask(server, '/v1/search?q=harbour'),
      await ask(server, '/v1/search', { headers: { 'x-request-id': 'mine' } }),
      await ask(server, '/v1/entities/nothing'),
      await ask(server, '/v1/entities/book%3Anovella'),
      await ask(server, '/'),
      await ask(server, '/nowhere'),
      await ask(server, '/health', { method: 'DELETE' }),
      await ask(server, '/', { headers: { host: 'evil.example' } }),
      await post(server, '/v1/search', ' '.repeat(20_000)),
      await ask(server, '/v1/openapi.json', { headers: { 'if-none-match': '*' } }),
      ...(await Promise.all(Array.from({ length: 12 }, () => ask(server, '/v1/policy')))),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([200, 400, 404, 405, 413, 421, 429, 304]),
    );
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f-]{27}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(answers.length);
    const logged = server.log.flatMap((entry) => (entry.event === 'request' ? entry.requestId : []));
    expect(logged.sort()).toEqual(ids.sort());
  });

  it('keeps its id when the length of its body was not stated', async () => {
    const server = await serveSample();
    const answer = await ask(server, '/v1/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: '{"q":"harbour"}',
    });
    expect(answer.status).toBe(200);
    expect(server.log.at(-1)).toMatchObject({ event: 'request', requestId: answer.headers['x-request-id'] });
  });
});

describe('questions', () => {
  const everyWay = async (server: { port: number }) => {
    await ask(server, '/v1/search?q=zanzibar+one');
    await post(server, '/v1/search', { q: 'zanzibar two' });
    await ask(server, '/?q=zanzibar+three');
    await post(server, '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_archive', arguments: { q: 'zanzibar four' } },
    });
  };

  it('are not in the log', async () => {
    const server = await serveSample();
    await everyWay(server);
    expect(JSON.stringify(server.log)).not.toContain('zanzibar');
  });

  it('are in the log where the operator opted in, by every door, with a word of warning and nothing that is served', async () => {
    const server = await serveSample({ logQueries: true });
    await everyWay(server);
    expect(server.log.flatMap((entry) => (entry.event === 'question' ? entry.query : []))).toEqual([
      'zanzibar one',
      'zanzibar two',
      'zanzibar three',
      'zanzibar four',
    ]);
    expect(server.log).toContainEqual({ event: 'notice', notice: 'queries-are-logged' });
    expect(JSON.stringify(server.log)).not.toMatch(/novella|rings in the fog/);
  });
});

describe('an operator who forgot the proxy', () => {
  it('is told once that X-Forwarded-For is ignored', async () => {
    const notices = async (trustedProxies: string[]) => {
      const server = await serveSample({ trustedProxies });
      for (let at = 0; at < 3; at += 1)
        await ask(server, '/health', { headers: { 'x-forwarded-for': '203.0.113.7' } });
      return server.log.filter((entry) => entry.event === 'notice');
    };
    expect(await notices([])).toEqual([{ event: 'notice', notice: 'forwarded-for-ignored' }]);
    expect(await notices(['127.0.0.1'])).toEqual([]);
  });
});
