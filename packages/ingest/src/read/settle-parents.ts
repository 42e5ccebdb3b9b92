/**
 * Drops the parents that cannot stand: of a work that was not read, and of works that stand within each other.
 *
 * A parent is provenance and no policy, so a wrong one costs itself and not the build.
 */
import type { WorkReading } from '../build/archive-reading.ts';

/** The works whose parents lead back to them; every work is passed once. */
function circularIds(parents: ReadonlyMap<string, string | undefined>): Set<string> {
  const circular = new Set<string>();
  const settled = new Set<string>();
  for (const start of parents.keys()) {
    const chain: string[] = [];
    const places = new Map<string, number>();
    let at: string | undefined = start;
    while (at !== undefined && !settled.has(at) && !places.has(at)) {
      places.set(at, chain.length);
      chain.push(at);
      at = parents.get(at);
    }
    const from = at === undefined ? undefined : places.get(at);
    if (from !== undefined) for (const id of chain.slice(from)) circular.add(id);
    for (const id of chain) settled.add(id);
  }
  return circular;
}

/**
 * Settles the parents of all works of a reading.
 *
 * @returns the works in their order, and a notice for each parent that was dropped, which names its file
 */
export function settleParents(works: readonly WorkReading[]): { works: WorkReading[]; notices: string[] } {
  const parents = new Map(works.map(({ entity }) => [entity.id, entity.parent]));
  const circular = circularIds(parents);
  const notices: string[] = [];
  const settled = works.map((work) => {
    const { parent, ...entity } = work.entity;
    if (parent === undefined) return work;
    const isKnown = parents.has(parent);
    if (isKnown && !circular.has(entity.id)) return work;
    const fault = isKnown ? 'leads back to itself' : 'names no work that was read';
    notices.push(`${work.file}: its parent ${fault}, and is left out`);
    return { ...work, entity };
  });
  return { works: settled, notices };
}
