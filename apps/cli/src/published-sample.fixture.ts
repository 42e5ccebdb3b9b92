/**
 * Publishes small archives of public passages for tests of what serves them.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import type { Embedder } from '@archive/embed';
import {
  embedPlans,
  type PrivateIndex,
  prepareOutDir,
  publishGeneration,
  toServedIndex,
} from '@archive/index';

/** Publishes a generation of one work whose passages are these. @param title  default `Bells` */
export async function publishPassages(
  out: string,
  embedder: Embedder,
  texts: readonly string[],
  title = 'Bells',
): Promise<void> {
  const entity: Entity = {
    id: 'essay:bells',
    type: 'essay',
    title,
    attribution: [],
    url: 'https://example.org/bells',
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
  };
  const fragments = texts.map(
    (text, at): Fragment => ({
      id: `essay:bells#s${at}`,
      entityId: entity.id,
      locator: [{ scheme: 'section', value: String(at) }],
      text,
      disclosure: entity.disclosure,
    }),
  );
  const plans = embedPlans(entity, fragments);
  const vectors = await embedder.embed(plans.map(({ text }) => text));
  const privateIndex: PrivateIndex = {
    version: 4,
    kind: 'private',
    builtAt: '2026-01-02',
    model: embedder.model,
    dimensions: embedder.dimensions,
    entities: [entity],
    entries: fragments.map((fragment, at) => ({
      fragment,
      vector: vectors[at] ?? [],
      contentHash: plans[at]?.contentHash ?? '',
    })),
  };
  await prepareOutDir(out);
  await publishGeneration(out, { privateIndex, servedIndex: toServedIndex(privateIndex) });
}
