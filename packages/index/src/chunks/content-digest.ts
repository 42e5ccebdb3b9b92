/**
 * Puts plain data into words for a digest: equal data, equal words, whatever the order of their keys.
 *
 * Faster than JSON with its keys in order; lengths stand before strings, so no two values share their words.
 */

/** The words of a value; members that are undefined are left out. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `v${Object.is(value, -0) ? '-0' : String(value)};`;
  if (Array.isArray(value)) {
    let words = `a${value.length}:`;
    for (const each of value) words += contentOf(each);
    return words;
  }
  const members = value as Record<string, unknown>;
  let words = '{';
  for (const key of sortedKeys(members)) {
    const member = members[key];
    if (member !== undefined) words += `k${key.length}:${key}${contentOf(member)}`;
  }
  return `${words}}`;
}

/** Few kinds of objects come again and again, so their orders are remembered: keys are compared, not sorted. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length < 2) return keys;
  const alike = orders[keys.length] ?? [];
  for (const order of alike) if (isSameList(order.keys, keys)) return order.sorted;
  const sorted = [...keys].sort();
  if (alike.length < MOST_ORDERS) {
    alike.push({ keys, sorted });
    orders[keys.length] = alike;
  }
  return sorted;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** By the number of keys. */
const orders: { keys: readonly string[]; sorted: readonly string[] }[][] = [];
/** Of objects with the same number of keys. */
const MOST_ORDERS = 16;
