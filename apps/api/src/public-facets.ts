/**
 * What a reader can narrow a search by, with counts: types, times and makers of the public works of an archive.
 *
 * A count is of served public works of the whole archive, whatever was asked: the matches of one question are not all
 * known to the page, and counts that followed a question would tell of what it may not show. Private works are never
 * looked at (decisions 1.5); of them a page knows their number alone.
 */
import type { RetrievalIndex } from '@archive/retrieve';
import { directoryOf } from './index-directory.ts';
import { servedRows } from './served-rows.ts';

/** A value and the number of public works that have it. */
export interface Facet {
  value: string;
  works: number;
}

/** A stretch of years, both ends included. */
export interface Period {
  /** As a reader says it: `2019`, `1990s`, `1800–1899`. */
  label: string;
  /** First year, four digits. */
  from: string;
  /** Last year, four digits. */
  to: string;
  works: number;
}

/** Facets of an archive; each list in a fixed order. */
export interface PublicFacets {
  /** All served works, private ones counted in. */
  works: number;
  /** Served public works. */
  publicWorks: number;
  /** Public works with a passage that is shown in full. */
  readableWorks: number;
  /** By type, in code unit order. */
  types: readonly Facet[];
  /** In the order of time: years, else decades, else centuries, whichever first makes at most {@link MAX_PERIODS}. */
  periods: readonly Period[];
  /** The makers of the most works, at most {@link MAX_CREATORS}; equal ones in code unit order. */
  creators: readonly Facet[];
}

/** Most stretches of time that are told apart. */
export const MAX_PERIODS = 12;

/** Most makers that are listed. */
export const MAX_CREATORS = 8;

const known = new WeakMap<RetrievalIndex, PublicFacets>();

/** The facets of an index; worked out once for each. */
export function publicFacets(index: RetrievalIndex): PublicFacets {
  const made = known.get(index) ?? countFacets(index);
  known.set(index, made);
  return made;
}

function countFacets(index: RetrievalIndex): PublicFacets {
  const { entities } = index;
  const directory = directoryOf(index);
  const rows = servedRows(index);
  const types = new Map<string, number>();
  const creators = new Map<string, number>();
  const yearsOfWorks: number[][] = [];
  let [works, readableWorks] = [0, 0];
  for (const id of directory.works()) {
    const entity = entities.get(id);
    if (entity === undefined) continue;
    works += 1;
    if (entity.disclosure.raw !== 'public') continue;
    const open = Array.from(directory.work(id)).filter((position) => rows.isPublic(position));
    if (open.length === 0) continue;
    if (open.some((position) => rows.isText(position))) readableWorks += 1;
    yearsOfWorks.push([...new Set(open.flatMap((position) => rows.year(position) ?? []))]);
    count(types, entity.type);
    const names = entity.attribution.filter(({ placeholder }) => placeholder === undefined);
    for (const name of new Set(names.map(({ name: written }) => written))) count(creators, name);
  }
  return {
    works,
    publicWorks: yearsOfWorks.length,
    readableWorks,
    types: facets(types).toSorted(byValue),
    periods: periodsOf(yearsOfWorks),
    creators: facets(creators)
      .toSorted((a, b) => b.works - a.works || byValue(a, b))
      .slice(0, MAX_CREATORS),
  };
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function facets(counts: ReadonlyMap<string, number>): Facet[] {
  return [...counts].map(([value, works]) => ({ value, works }));
}

function byValue(a: Facet, b: Facet): number {
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

function periodsOf(yearsOfWorks: readonly (readonly number[])[]): Period[] {
  for (const span of [1, 10, 100]) {
    const counts = new Map<number, number>();
    for (const years of yearsOfWorks) {
      const starts = new Set(years.map((year) => year - (year % span)));
      for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    if (counts.size > MAX_PERIODS && span < 100) continue;
    return [...counts].toSorted(([a], [b]) => a - b).map(([start, works]) => period(start, span, works));
  }
  return [];
}

function period(start: number, span: number, works: number): Period {
  const from = String(start).padStart(4, '0');
  const to = String(start + span - 1).padStart(4, '0');
  return { label: span === 1 ? from : span === 10 ? `${from}s` : `${from}–${to}`, from, to, works };
}
