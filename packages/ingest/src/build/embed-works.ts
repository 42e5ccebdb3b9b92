/**
 * Gives every fragment its vector, from the last build where its embed string is still the same.
 *
 * A vector is reused for the same fragment, the same embed string and the same model, and for nothing else; so an edit
 * never keeps an old vector (decisions 4.5). What has to be sent is counted and checked before anything is sent.
 */
import type { Exposure } from '@archive/contract';
import type { Embeds } from '@archive/contract/private';
import { assertMaySend, type Embedder } from '@archive/embed';
import { embedPlans, type EmbedPlan, type PrivateEntry, type PrivateIndex } from '@archive/index';
import type { ProgressListener } from './build-progress.ts';
import type { ResolvedWork } from './resolve-works.ts';

/** How many texts go to the embedder at once. */
const BATCH_TEXTS = 64;

/** The entries of a private index, and what it cost to make them. */
export interface EmbeddedEntries {
  entries: PrivateEntry[];
  embedded: number;
  reused: number;
  /** Fragments not exposed as text by what their vector was made from. */
  embeds: { text: number; window: number; face: number };
}

/** What {@link embedWorks} needs besides the works. */
export interface EmbedWorksOptions {
  embedder: Embedder;
  /** The last published private index, for its vectors. */
  previous: PrivateIndex | undefined;
  allowPrivate: boolean;
  onProgress?: ProgressListener | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Embeds what has no vector yet.
 *
 * @returns entries in the order of works and fragments
 * @throws {PrivateTextError} before anything is sent, when private text would go to another machine unallowed
 */
export async function embedWorks(
  works: readonly ResolvedWork[],
  options: EmbedWorksOptions,
): Promise<EmbeddedEntries> {
  const { embedder, onProgress, signal } = options;
  const known = vectorsOf(options.previous, embedder);
  const jobs = works.flatMap(({ entity, fragments }) =>
    embedPlans(entity, fragments, { reach: embedder.reach }).map((plan, at) => {
      const fragment = fragments[at];
      if (fragment === undefined) throw new RangeError('a plan has no fragment');
      return { plan, fragment, vector: known.get(keyOf(plan)) };
    }),
  );
  const missing = jobs.filter(({ vector }) => vector === undefined);
  const privateCount = missing.filter(({ fragment, plan }) =>
    holdsPrivateText(fragment.disclosure.exposure, plan.embeds),
  ).length;
  assertMaySend(embedder, { allowPrivate: options.allowPrivate, privateCount });

  for (let from = 0; from < missing.length; from += BATCH_TEXTS) {
    signal?.throwIfAborted();
    const batch = missing.slice(from, from + BATCH_TEXTS);
    const vectors = await embedder.embed(
      batch.map(({ plan }) => plan.text),
      { purpose: 'document', ...(signal === undefined ? {} : { signal }) },
    );
    batch.forEach((job, at) => {
      job.vector = vectors[at];
    });
    onProgress?.({
      stage: 'embed',
      done: Math.min(from + BATCH_TEXTS, missing.length),
      total: missing.length,
    });
  }

  const embeds = { text: 0, window: 0, face: 0 };
  const entries = jobs.map(({ plan, fragment, vector }): PrivateEntry => {
    if (vector === undefined) throw new RangeError('the embedder gave fewer vectors than texts');
    if (fragment.disclosure.exposure !== 'text' && fragment.disclosure.exposure !== 'none')
      embeds[plan.embeds] += 1;
    return { vector, contentHash: plan.contentHash, embeds: plan.embeds, fragment };
  });
  return { entries, embedded: missing.length, reused: jobs.length - missing.length, embeds };
}

/** A face holds released strings alone, unless nothing of its fragment is released. */
function holdsPrivateText(exposure: Exposure, embeds: Embeds): boolean {
  return exposure === 'none' || (exposure !== 'text' && embeds !== 'face');
}

function keyOf({
  fragmentId,
  contentHash,
  embeds,
}: Pick<EmbedPlan, 'fragmentId' | 'contentHash' | 'embeds'>): string {
  return `${fragmentId}\n${embeds}\n${contentHash}`;
}

function vectorsOf(previous: PrivateIndex | undefined, embedder: Embedder): Map<string, ArrayLike<number>> {
  if (
    previous === undefined ||
    previous.model !== embedder.model ||
    previous.dimensions !== embedder.dimensions
  )
    return new Map();
  return new Map(
    previous.entries.map(({ fragment, contentHash, embeds = 'text', vector }) => [
      keyOf({ fragmentId: fragment.id, contentHash, embeds }),
      vector,
    ]),
  );
}
