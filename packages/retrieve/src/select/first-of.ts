/**
 * The first few of many in an order, without sorting them all.
 */

/**
 * The first `most` items in order, sorted.
 *
 * @param most     a whole number from 0, or Infinity
 * @param compare  never 0 for two items
 */
export function firstOf<Item>(
  items: readonly Item[],
  most: number,
  compare: (a: Item, b: Item) => number,
): Item[] {
  if (items.length <= 2 * most) return [...items].sort(compare).slice(0, most);
  const first: Item[] = [];
  for (const item of items) {
    if (first.length === most && (most === 0 || compare(first[most - 1] as Item, item) < 0)) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(first[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    if (first.length > most) first.pop();
  }
  return first;
}
