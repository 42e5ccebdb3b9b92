/**
 * The one order of ids: by UTF-16 code unit, the same in every locale.
 */

/** Compares two strings by code unit. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Groups items by a key, keys in code unit order, items in the order they came. */
export function groupInOrder<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return new Map([...groups].sort(([a], [b]) => byCodeUnit(a, b)));
}
