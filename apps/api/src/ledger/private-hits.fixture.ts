/**
 * Made-up works whose every candidate is known: an index of any size, and answers made under a ceiling as a search makes
 * them, without vectors.
 */
import type { EvidenceHit } from '@archive/contract';
import {
  askCeiling,
  capExposure,
  type Ceiling,
  project,
  type RetrievalEntry,
  type RetrievalIndex,
} from '@archive/retrieve';

/** What a made-up work holds, in order: `g` a description, `l` a place alone. */
export interface MadeWork {
  id: string;
  raw?: 'public' | 'private';
  fragments: string;
}

/** An index of made-up works. A rebuild with another `generation` names every fragment anew. */
export function madeIndex(works: readonly MadeWork[], generation = 1): RetrievalIndex {
  const entities = works.map(({ id, raw = 'private' }) => ({
    id,
    type: 'book',
    title: `Title of ${id}`,
    attribution: [],
    url: 'https://example.org/',
    identifiers: [],
    disclosure: { raw, exposure: 'semantic' },
  }));
  const entries = works.flatMap(({ id, raw = 'private', fragments }) =>
    [...fragments].map((kind, at) => ({
      fragment: {
        id: `${id}#g${generation}-${String(at).padStart(4, '0')}`,
        entityId: id,
        locator: [{ scheme: 'page', value: String(at + 1) }],
        text: '',
        disclosure: { raw, exposure: kind === 'g' ? 'semantic' : 'locator' },
        ...(kind === 'g'
          ? {
              projection: {
                lint: 'passed',
                gist: `Gist ${at} of ${id}.`,
                source: 'edited',
                review: 'reviewed',
              },
            }
          : {}),
      },
      vector: [1],
    })),
  );
  return {
    entities: new Map(entities.map((entity) => [entity.id, entity])),
    entries,
    dimensions: 1,
  } as unknown as RetrievalIndex;
}

/** Every hit of an index, with the scores a question gives them, on the grid of coarse scores. */
export function madeHits(index: RetrievalIndex, scoreOf: (position: number) => number): EvidenceHit[] {
  const known =
    unscored.get(index) ?? Array.from(index.entries, ({ fragment }) => projected(fragment, index));
  unscored.set(index, known);
  return known.map((hit, position) => ({ ...hit, score: Math.round(scoreOf(position) * 20) / 20 }));
}

const unscored = new WeakMap<RetrievalIndex, EvidenceHit[]>();

function projected(fragment: RetrievalEntry['fragment'], index: RetrievalIndex): EvidenceHit {
  const entity = index.entities.get(fragment.entityId);
  if (entity === undefined) throw new TypeError('no such work');
  return project({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
}

/** Lowest score a made-up answer shows. */
const FLOOR = 0.2;

/** Makes an answer as a search does: ceiling, order by released score, cap. */
export function madeAnswer(
  candidates: readonly EvidenceHit[],
  ceiling: Ceiling | undefined,
  limit: number,
): EvidenceHit[] {
  const released = candidates.flatMap((hit) => {
    const allowance =
      ceiling === undefined ? { exposure: hit.exposure, atFloor: false } : askCeiling(hit, ceiling);
    if (allowance === undefined) return [];
    const capped = capExposure(hit, allowance.exposure);
    return [allowance.atFloor ? { ...capped, score: FLOOR } : capped];
  });
  return released.sort((a, b) => b.score - a.score || (a.fragmentId < b.fragmentId ? -1 : 1)).slice(0, limit);
}
