/**
 * Everything an index could ever release, for sweeps and evaluations that must see it all.
 */
import type { EvidenceHit } from '@archive/contract';
import { NONE } from './columns/column-values.ts';
import type { RetrievalIndex } from './index-port.ts';
import { prepareIndex } from './prepared-index.ts';
import { project } from './project.ts';

/**
 * Yields every served fragment once, through `project`, with score 0 and no breakdown, in code-unit order of its id.
 *
 * @throws {RetrievalIndexError | CrossingError} for a misbuilt index
 */
export function* releasable(served: RetrievalIndex): Iterable<EvidenceHit> {
  const { columns, read } = prepareIndex(served);
  const { exposure, idRank } = columns;
  const positions = Uint32Array.from(exposure.keys()).filter((position) => exposure[position] !== NONE);
  positions.sort((a, b) => (idRank[a] as number) - (idRank[b] as number));
  for (const position of positions) {
    const { fragment, entity } = read(position);
    yield project({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
  }
}
