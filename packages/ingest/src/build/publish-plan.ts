/**
 * What publishing would change in what is released, before anything is embedded or sent.
 */
import type { Embedder } from '@archive/embed';
import {
  compareGenerations,
  embedPlans,
  type Generation,
  type GenerationPlan,
  type KnownText,
  type PrivateIndex,
  privateVectorsOf,
} from '@archive/index';
import type { ResolvedWork } from './resolve-works.ts';

/** The change of a publish; `planHash` names exactly this one. */
export type PublishPlan = GenerationPlan;

/** What {@link planPublish} compares with. */
export interface PlanContext {
  embedder: Pick<Embedder, 'model' | 'dimensions' | 'reach'>;
  published: Generation | undefined;
  /** How the next index is to store vectors of what is not exposed as text. */
  privateVectors: 'coded' | 'exact';
  /** The text of files that the last build had quarantined. */
  quarantined: KnownText;
  builtAt: string;
}

/** Compares resolved works with the published generation. */
export function planPublish(works: readonly ResolvedWork[], context: PlanContext): PublishPlan {
  const { embedder, published, privateVectors, quarantined, builtAt } = context;
  const lapsedOverrides = works
    .flatMap(({ decisions }) => decisions)
    .filter(({ rules }) => rules.includes('override-lapsed'))
    .map(({ fragmentId }) => fragmentId);
  // The comparison reads texts, policies and hashes; vectors do not exist yet and are not looked at.
  const next: PrivateIndex = {
    version: 4,
    kind: 'private',
    builtAt,
    model: embedder.model,
    dimensions: embedder.dimensions,
    entities: works.map(({ entity }) => entity),
    entries: works.flatMap(({ entity, fragments }) =>
      embedPlans(entity, fragments, { reach: embedder.reach }).flatMap((plan, at) => {
        const fragment = fragments[at];
        return fragment === undefined
          ? []
          : [{ vector: [], contentHash: plan.contentHash, embeds: plan.embeds, fragment }];
      }),
    ),
  };
  return compareGenerations(published?.privateIndex, next, {
    quarantined,
    privateVectors: {
      published: published === undefined ? 'coded' : privateVectorsOf(published.servedIndex),
      next: privateVectors,
    },
    lapsedOverrides,
  });
}
