/**
 * A reranker that the config names, as the server that is run asks it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSample, SAMPLE_PRIVATE_TEXT, serveArchive } from '@archive/process';
import { expect, it } from 'vitest';

it('a reranker named in the config is asked about public passages alone, and its answer is a part of the score', async () => {
  const asked: { key: string | undefined; texts: string[] }[] = [];
  const reranker = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { texts } = JSON.parse(body) as { texts: string[] };
      asked.push({ key: request.headers.authorization, texts });
      const scores = texts.map((text, index) => ({ index, score: text.includes('tide') ? 1 : 0 }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(scores));
    });
  });
  await new Promise<void>((resolve) => reranker.listen(0, '127.0.0.1', resolve));
  const { port } = reranker.address() as AddressInfo;
  const sample = await buildSample(
    `rerank: { url: 'http://127.0.0.1:${port}/rerank', shape: tei, apiKeyEnv: RERANK_KEY }`,
  );
  const server = await serveArchive(sample.folder, sample.out, { env: { RERANK_KEY: 'secret' } });
  try {
    const response = await fetch(
      `${server.url}/v1/search?q=the+harbour+bell+and+a+tide+table+for+walkers+by+the+quay`,
    );
    const { hits } = (await response.json()) as {
      hits: { exposure: string; entity: { title: string }; breakdown?: { rerank?: number } }[];
    };
    expect(hits.map(({ entity, breakdown }) => [entity.title, breakdown?.rerank])).toEqual([
      ['A tide table for walkers', 3],
      ['The harbour bell', undefined],
      ['Letter about the quay', undefined],
    ]);
    expect(asked.map(({ key, texts }) => [key, texts.length])).toEqual([['Bearer secret', 2]]);
    expect(JSON.stringify(asked)).not.toContain(SAMPLE_PRIVATE_TEXT);
  } finally {
    await server.stop();
    sample.remove();
    reranker.close();
  }
});
