/**
 * Lists of numbers laid end to end: made, turned round, and cut down to some of the lists.
 */
import type { Groups } from '../index-port.ts';

/** Lays lists end to end. */
export function groupsOf(lists: readonly (readonly number[])[]): Groups {
  const starts = new Uint32Array(lists.length + 1);
  for (const [n, list] of lists.entries()) starts[n + 1] = (starts[n] as number) + list.length;
  const items = new Uint32Array(starts[lists.length] as number);
  for (const [n, list] of lists.entries()) items.set(list, starts[n] as number);
  return { starts, items };
}

/** The items of one list. */
export function groupAt({ starts, items }: Groups, n: number): Uint32Array {
  return items.subarray(starts[n] as number, starts[n + 1] as number);
}

/** Whether a list holds an item that is marked. */
export function holdsMarked({ starts, items }: Groups, n: number, marked: Uint8Array): boolean {
  const end = starts[n + 1] as number;
  for (let at = starts[n] as number; at < end; at++) if (marked[items[at] as number] === 1) return true;
  return false;
}

/** For each number below `size`, which lists hold it, rising. */
export function invertGroups({ starts, items }: Groups, size: number): Groups {
  const turned = new Uint32Array(size + 1);
  for (const item of items) turned[item + 1] = (turned[item + 1] as number) + 1;
  for (let n = 0; n < size; n++) turned[n + 1] = (turned[n + 1] as number) + (turned[n] as number);
  const filled = new Uint32Array(items.length);
  const next = turned.slice(0, size);
  for (let n = 0; n + 1 < starts.length; n++) {
    const end = starts[n + 1] as number;
    for (let at = starts[n] as number; at < end; at++) {
      const item = items[at] as number;
      const place = next[item] as number;
      filled[place] = n;
      next[item] = place + 1;
    }
  }
  return { starts: turned, items: filled };
}

/** For each number below `size`, at which places of a column it stands, rising. */
export function placesOf(column: Uint32Array, size: number): Groups {
  const starts = new Uint32Array(column.length + 1);
  for (let n = 0; n <= column.length; n++) starts[n] = n;
  return invertGroups({ starts, items: column }, size);
}

/** The lists at some places, in their order. */
export function gatherGroups(groups: Groups, places: Uint32Array): Groups {
  const starts = new Uint32Array(places.length + 1);
  for (let n = 0; n < places.length; n++) {
    const from = places[n] as number;
    starts[n + 1] =
      (starts[n] as number) + (groups.starts[from + 1] as number) - (groups.starts[from] as number);
  }
  const items = new Uint32Array(starts[places.length] as number);
  for (let n = 0; n < places.length; n++) items.set(groupAt(groups, places[n] as number), starts[n]);
  return { starts, items };
}
