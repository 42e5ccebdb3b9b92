import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { searchResponseSchema } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../create-app.ts';
import { createMeters } from '../metrics/meters.ts';
import type { LogEntry } from '../request-log.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';
import { restAfterFailures } from '../rest-after-failures.ts';
import { createHttpReranker, type HttpRerankerOptions, type Reranker } from './http-reranker.ts';
import { rerankPlugin } from './rerank-plugin.ts';

const asked: { body: Record<string, unknown>; key: string | undefined }[] = [];
let reply: (texts: string[]) => { status: number; body: string };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const parsed = JSON.parse(body) as Record<string, unknown>;
    asked.push({ body: parsed, key: request.headers.authorization });
    const told = reply((parsed['texts'] ?? parsed['documents']) as string[]);
    response.writeHead(told.status, { 'content-type': 'application/json' }).end(told.body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rerank`;

const index = await sampleIndex();
async function found(options: Omit<HttpRerankerOptions, 'url'> | undefined, query = 'q=harbour+bell') {
  asked.length = 0;
  const app = createApp({
    index: () => index,
    embedder: createNgramEmbedder(),
    ...(options === undefined ? {} : { reranker: createHttpReranker({ url, ...options }) }),
  });
  const { hits } = searchResponseSchema.parse(await (await app.request(`/v1/search?${query}`)).json());
  return hits;
}
const liking = (title: string, texts: string[]) =>
  texts.map((text, at) => ({ index: at, score: text.startsWith(title) ? 1 : 0.1 })).reverse();

describe('a reranker', () => {
  it.each([
    ['tei', (texts: string[]) => liking('Undated', texts), 'texts'],
    [
      'cohere',
      (texts: string[]) => ({
        results: liking('Undated', texts).map(({ index: at, score }) => ({
          index: at,
          relevance_score: score,
        })),
      }),
      'documents',
    ],
  ] as const)(
    'of the shape %s is asked about public text alone, and its answer is a part of the score',
    async (shape, say, field) => {
      const plain = await found(undefined);
      reply = (texts) => ({ status: 200, body: JSON.stringify(say(texts)) });
      const hits = await found({ shape, model: 'm', apiKey: 'k' });
      expect(plain[0]?.fragmentId).toBe('essay:harbour-bells#s1');
      const [first] = hits;
      expect([first?.fragmentId, first?.exposure === 'text' && first.breakdown?.['rerank']]).toEqual([
        'essay:undated/notes#whole',
        3,
      ]);
      expect(asked.map(({ body, key }) => [body['query'], key, (body[field] as string[]).length])).toEqual([
        ['harbour bell', 'Bearer k', 3],
      ]);
    },
  );

  it('never sees a face, a gist or a place', async () => {
    reply = (texts) => ({ status: 200, body: JSON.stringify(liking('x', texts)) });
    const plain = await found(undefined, 'q=salt+cellar+lanterns');
    expect(await found({ shape: 'tei' }, 'q=salt+cellar+lanterns')).toEqual(plain);
    expect(asked).toEqual([]);
  });

  it.each([
    ['fails', { status: 500, body: '{}' }],
    ['says nothing that can be read', { status: 200, body: 'no' }],
    ['leaves texts out', { status: 200, body: '[{"index":0,"score":1}]' }],
  ])('that %s changes nothing', async (_, told) => {
    reply = () => told;
    expect(await found({ shape: 'tei' })).toEqual(await found(undefined));
  });

  it('that says more than an answer can need is not read to its end', async () => {
    let sent = 0;
    const talker = createServer((request, response) => {
      request.resume();
      const part = Buffer.alloc(64 * 1024, ' ');
      const more = (): void => {
        while (sent < 64 * 1024 * 1024 && !response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', more);
        }
        response.end('[]');
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      more();
    });
    await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve));
    const { port } = talker.address() as AddressInfo;
    const reranker = createHttpReranker({ url: `http://127.0.0.1:${port}/rerank`, shape: 'tei' });
    await expect(reranker.score('q', ['a', 'b'], AbortSignal.timeout(5_000))).rejects.toThrow('too long');
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    talker.closeAllConnections();
    talker.close();
  });

  it('that failed three times in a row is not asked for five seconds; a caller who goes is no failure', async () => {
    let [clock, calls] = [0, 0];
    const rest = restAfterFailures(() => clock);
    const reranker: Reranker = {
      score: (_, __, signal) => {
        calls += 1;
        return Promise.reject(signal.aborted ? (signal.reason as Error) : new Error('down'));
      },
    };
    const hits = await found(undefined);
    const ask = async (signal?: AbortSignal) =>
      await rerankPlugin(reranker, 'q', hits, { ...(signal === undefined ? {} : { signal }), rest });
    for (let n = 0; n < 4; n++)
      await expect(ask(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(calls).toBe(4);
    for (let n = 0; n < 5; n++) expect(await ask()).toBe(undefined);
    expect(calls).toBe(7);
    clock = 5_000;
    expect([await ask(), await ask(), calls]).toEqual([undefined, undefined, 8]);
  });

  it('that fails is counted and named in the log, without a word of the question', async () => {
    const log: LogEntry[] = [];
    const meters = createMeters();
    reply = () => ({ status: 500, body: '{}' });
    const app = createApp({
      index: () => index,
      embedder: createNgramEmbedder(),
      reranker: createHttpReranker({ url, shape: 'tei' }),
      meters,
      log: (entry) => log.push(entry),
    });
    await app.request('/v1/search?q=harbour+bell');
    expect(log.filter(({ event }) => event === 'reranker')).toEqual([
      { event: 'reranker', requestId: expect.stringMatching(/^[\da-f-]{36}$/), error: 'Error' },
    ]);
    expect(meters.render({})).toContain('\narchive_rerank_failures_total 1\n');
    expect(JSON.stringify(log)).not.toContain('harbour');
  });

  it('on another machine is named on the help page, and one on this machine is not', async () => {
    const helpWith = async (at: string): Promise<string> => {
      const reranker = createHttpReranker({ url: at, shape: 'tei' });
      const app = createApp({ index: () => index, embedder: createNgramEmbedder(), reranker });
      return await (await app.request('/help')).text();
    };
    expect(await helpWith('https://rerank.example/rerank')).toContain(
      'are sent to <bdi>rerank.example</bdi>, where a program says how well each passage fits.',
    );
    expect(await helpWith(url)).not.toContain('how well each passage fits');
  });
});
