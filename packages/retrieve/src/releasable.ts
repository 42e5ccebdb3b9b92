/**
 * Everything an index could ever release, for sweeps and evaluations that must see it all.
 */
import type { EvidenceHit } from '@archive/contract';
import type { RetrievalIndex } from './index-port.ts';
import { prepareIndex } from './prepared-index.ts';
import { project } from './project.ts';
import { compareIds } from './rank.ts';

/**
 * Yields every served fragment once, through `project`, with score 0 and no breakdown, in code-unit order of its id.
 *
 * @throws {RetrievalIndexError | CrossingError} for a misbuilt index
 */
export function* releasable(served: RetrievalIndex): Iterable<EvidenceHit> {
  const { entityOf } = prepareIndex(served);
  const hits = Array.from(served.entries, ({ fragment }, position) => ({
    fragment,
    entity: entityOf[position] as (typeof entityOf)[number],
  }));
  for (const { fragment, entity } of hits.sort((a, b) => compareIds(a.fragment.id, b.fragment.id))) {
    if (fragment.disclosure.exposure !== 'none')
      yield project({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
  }
}
