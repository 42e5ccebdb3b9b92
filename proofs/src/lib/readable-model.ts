/**
 * The model that ships, as an attacker reads it: from the bytes of its file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createStaticEmbedder, staticModelPath } from '@archive/embed-static/node';
import { type ReadableModel, readStaticModel } from '@archive/evaluation';
import type { Embedder } from '@archive/embed';

/** Opens the multilingual model that ships, or a file given; undefined when there is none. */
export async function openReadableModel(
  file = staticModelPath(),
): Promise<(ReadableModel & { embedder: Embedder }) | undefined> {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const embedder = await createStaticEmbedder({
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { ...readStaticModel(bytes, embedder), embedder };
}
