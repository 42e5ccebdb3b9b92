import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSample, SAMPLE_PRIVATE_TEXT, serveArchive } from '@archive/process';
import { describe, expect, it } from 'vitest';
import type { Output } from './console-output.ts';
import { noteRerankerHost, servedReranker } from './rerank-settings.ts';

function noted(settings: Parameters<typeof servedReranker>[0]): string[] {
  const lines: string[] = [];
  const output = { note: (line: string) => lines.push(line) } as unknown as Output;
  noteRerankerHost(output, servedReranker(settings, { KEY: 'k' }));
  return lines;
}

describe('a server whose config names a reranker', () => {
  it('asks it about public passages alone, and its answer is a part of the score', async () => {
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

  it('is refused at its start when the variable that was named holds no key', () => {
    const settings = {
      url: 'http://127.0.0.1:8080/rerank',
      shape: 'cohere',
      apiKeyEnv: 'RERANK_KEY',
    } as const;
    expect(() => servedReranker(settings, { RERANK_KEY: '' })).toThrow(
      'rerank.apiKeyEnv names RERANK_KEY, and that variable holds no key',
    );
    expect(servedReranker(undefined, {})).toEqual({});
  });

  it('says where questions go when that is another machine, and is silent when it is this one', () => {
    expect(noted({ url: 'https://rerank.example:8443/v1/rerank', shape: 'cohere' })).toEqual([
      'passages are put in order at rerank.example:8443: questions and the public passages that come nearest go there',
    ]);
    expect(noted({ url: 'http://127.0.0.1:8080/rerank', shape: 'tei' })).toEqual([]);
  });
});
