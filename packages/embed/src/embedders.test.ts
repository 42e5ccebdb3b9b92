/**
 * Every embedder of this package through the one conformance suite; the adapter over real HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { createNgramEmbedder } from './ngram-embedder.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';
import { withEmbeddingCache } from './embedding-cache.ts';
import { createTestEmbedder, describeEmbedder, startFakeOpenAi } from './testing.ts';

const runner = { describe, it };

describeEmbedder('ngram', async () => ({ embedder: createNgramEmbedder() }), runner);
describeEmbedder(
  'ngram of 16 dimensions',
  async () => ({ embedder: createNgramEmbedder({ dimensions: 16 }) }),
  runner,
);
describeEmbedder('the test embedder', async () => ({ embedder: createTestEmbedder() }), runner);
describeEmbedder(
  'the OpenAI-compatible adapter',
  async () => {
    const server = await startFakeOpenAi();
    const embedder = createOpenAiEmbedder({ model: 'text-embedding-3-small', baseUrl: server.url });
    return { embedder, close: server.close };
  },
  runner,
);
describeEmbedder(
  'a cached embedder',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'archive-embed-'));
    const embedder = withEmbeddingCache(createNgramEmbedder(), { dir, key: 'k'.repeat(32) });
    return { embedder, close: () => rm(dir, { recursive: true, force: true }) };
  },
  runner,
);
