/**
 * What the places of the served fragments of a work say about the rest: pages, times and numbers that none of them covers.
 *
 * A caller who sees `p. 4` and `p. 7` can tell that something lies between (decisions 1.13); the owner should see it
 * first. Looks at released places only, so it shows what can be inferred and nothing more. Numbers that are no whole
 * ones in digits, such as `xii` or `4r`, have no known neighbours and make no gap.
 */
import type { Locator } from '@archive/contract';

/** A stretch that no served fragment covers: a place like any other, coarse to fine. */
export type PlaceGap = Locator[];

interface Series {
  parents: readonly Locator[];
  scheme: string;
  /** First and last number of each place; of a time also a fraction. */
  spans: [from: number, to: number][];
}

const WHOLE_NUMBER = /^\d{1,9}$/;
const SECONDS = /^\d{1,9}(?:\.\d+)?$/;
/** A shorter pause of a recording is no stretch of time. */
const SHORTEST_SECONDS = 1;

/**
 * Finds the gaps before and between places, by scheme within one surrounding place, in the order of first appearance.
 *
 * Numbers count from 1, times from 0. What follows the last place cannot be told and is no gap.
 *
 * @param places  the released places of one work
 */
export function placeGaps(places: readonly (readonly Locator[])[]): PlaceGap[] {
  const all = new Map<string, Series>();
  for (const place of places) {
    for (const [at, { scheme, value, end = value }] of place.entries()) {
      const form = scheme === 'timecode' ? SECONDS : WHOLE_NUMBER;
      if (scheme === 'note' || !form.test(value) || !form.test(end)) continue;
      const parents = place.slice(0, at);
      const key = JSON.stringify([parents, scheme]);
      const series = all.get(key) ?? { parents, scheme, spans: [] };
      all.set(key, series);
      series.spans.push([Number(value), Number(end)]);
    }
  }
  return [...all.values()].flatMap(gapsOf);
}

function gapsOf({ parents, scheme, spans }: Series): PlaceGap[] {
  const isTime = scheme === 'timecode';
  const gaps: PlaceGap[] = [];
  let next = isTime ? 0 : 1;
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    const last = isTime ? from : from - 1;
    if (isTime ? from - next >= SHORTEST_SECONDS : last >= next) {
      const value = String(next);
      gaps.push([...parents, { scheme, value, ...(last === next ? {} : { end: String(last) }) }]);
    }
    next = Math.max(next, isTime ? to : to + 1);
  }
  return gaps;
}
