/**
 * What is answered when a question cannot be embedded.
 */
import { searchResponseSchema, type SearchResponse } from '@archive/contract';
import { createNgramEmbedder, type Embedder, EmbedderError } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { createApp } from './create-app.ts';
import { sampleIndex } from './sample-archive.fixture.ts';
import { ask, post, serveSample } from './served-sample.fixture.ts';

function parsed(body: string): SearchResponse {
  return searchResponseSchema.parse(JSON.parse(body));
}

describe('a question that cannot be embedded', () => {
  it.each<[string, Partial<Embedder>]>([
    ['fails', { embed: () => Promise.reject(new EmbedderError('refused', { message: 'no' })) }],
    [
      'throws at once',
      {
        embed: () => {
          throw new Error('the question was harbour');
        },
      },
    ],
    ['never answers', { embed: () => new Promise(() => undefined) }],
    ['gives no vector', { embed: async () => [] }],
    ['gives a vector of another length', { embed: async () => [Float32Array.of(1)] }],
    [
      'gives a vector that is not finite',
      { embed: async (texts) => texts.map(() => new Float32Array(512).fill(Number.NaN)) },
    ],
  ])('is answered by its words alone when the embedder %s, and the answer says so', async (_, broken) => {
    const own = await serveSample({ embedder: { ...createNgramEmbedder(), ...broken }, embedTimeoutMs: 100 });
    const { status, headers, body } = await ask(own, '/v1/search?q=harbour');
    expect([status, headers['archive-degraded'], headers['cache-control'], headers.etag]).toEqual([
      200,
      'lexical',
      'private, no-store',
      undefined,
    ]);
    const { degraded, hits } = parsed(body);
    expect([degraded, hits.map(({ fragmentId }) => fragmentId)]).toEqual([
      'lexical',
      ['essay:harbour-bells#s1', 'essay:harbour-bells#s2', 'essay:undated/notes#whole'],
    ]);
    for (const hit of hits) {
      const { lexical = 0, scale = 0, ...others } = (hit.exposure === 'text' && hit.breakdown) || {};
      expect([lexical + scale, others]).toEqual([hit.score, {}]);
    }
    const page = await ask(own, '/?q=harbour');
    expect([page.status, page.headers['archive-degraded'], page.headers['cache-control']]).toEqual([
      200,
      'lexical',
      'private, no-store',
    ]);
    expect(page.body).toContain('Questions cannot be read for their meaning at the moment');
    expect(JSON.stringify(own.log)).not.toContain('harbour');
  });

  it('finds what is private by its face alone when the embedder fails', async () => {
    const embed = () => Promise.reject(new EmbedderError('refused', { message: 'no' }));
    const own = await serveSample({ embedder: { ...createNgramEmbedder(), embed } });
    const found = async (q: string) =>
      parsed((await post(own, '/v1/search', { q, filters: { raw: 'private' } })).body).hits.map(
        ({ fragmentId, score }) => [fragmentId, score],
      );
    expect(await found('the salt cellar')).toEqual([
      ['book:novella#c2', 0.45],
      ['book:novella#c1', 0.4],
    ]);
    expect(await found('who counts lanterns')).toEqual([['book:novella#c1', 0.35]]);
    expect(await found('cellar door hinges rust')).toEqual([]);
  });

  it('is answered with 503 when the embedder fails and there are no postings to search', async () => {
    const { lexical: _lexical, ...index } = await sampleIndex();
    const embed = () => Promise.reject(new EmbedderError('refused', { message: 'no' }));
    const own = createApp({ index: () => index, embedder: { ...createNgramEmbedder(), embed } });
    const response = await own.request('/v1/search?q=harbour');
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '5',
      'private, no-store',
    ]);
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      code: 'embedder-unavailable',
      detail: 'the question cannot be embedded at the moment',
    });
    expect((await own.request('/?q=harbour')).status).toBe(503);
  });
});
