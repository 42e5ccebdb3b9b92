/**
 * The order in which a page shows the hits it was given, and which of them it puts together.
 *
 * Only what was returned is ordered: neither which hits come back nor their scores depend on it. Hits of one work, or of
 * works that are parts of the same one (the windows of a recording and the episode it was made for), stand together.
 */
import { type EvidenceHit, parseDateInterval } from '@archive/contract';

/** Orders of a page. */
export const SORTS = ['best', 'newest', 'oldest'] as const;

/** How hits are ordered: by score, or by date with undated ones last. */
export type Sort = (typeof SORTS)[number];

/** Hits that stand together. */
export interface HitGroup {
  /** Id of the work they are of or part of. */
  root: string;
  /** At least one. */
  hits: EvidenceHit[];
}

/** Reads an order off a request; anything else is the default. */
export function sortOf(value: string | null): Sort {
  return SORTS.find((sort) => sort === value) ?? 'best';
}

/**
 * Arranges hits.
 *
 * Best first: works in the order of their best hit, each with all of its hits. By date: hits in the order of time, and
 * those of one work together where nothing comes between.
 */
export function arrangeHits(hits: readonly EvidenceHit[], sort: Sort): HitGroup[] {
  const groups: HitGroup[] = [];
  for (const hit of sort === 'best' ? hits : byDate(hits, sort)) {
    const root = hit.entity.parent ?? hit.entity.id;
    const group = sort === 'best' ? groups.find((candidate) => candidate.root === root) : groups.at(-1);
    if (group?.root === root) group.hits.push(hit);
    else groups.push({ root, hits: [hit] });
  }
  return groups;
}

function byDate(hits: readonly EvidenceHit[], sort: 'newest' | 'oldest'): EvidenceHit[] {
  const dated = hits.map((hit) => ({
    hit,
    interval: hit.date === undefined ? null : parseDateInterval(hit.date),
  }));
  return dated
    .toSorted(({ interval: a }, { interval: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sort === 'oldest' ? a.start - b.start || a.end - b.end : b.end - a.end || b.start - a.start;
    })
    .map(({ hit }) => hit);
}
