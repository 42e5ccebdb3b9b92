/**
 * Puts plain data into words for a digest: equal data, equal words, whatever the order of their keys.
 *
 * Faster than JSON, which looks at every character; lengths stand before strings, so no two values share their words.
 */

/** Appends the words of a value; members that are undefined are left out. */
export function appendContent(words: string[], value: unknown): void {
  if (typeof value === 'string') {
    words.push(`s${value.length}:`, value);
  } else if (Array.isArray(value)) {
    words.push(`a${value.length}:`);
    for (const each of value) appendContent(words, each);
  } else if (typeof value === 'object' && value !== null) {
    words.push('{');
    const members = value as Record<string, unknown>;
    for (const key of sortedKeys(members)) {
      const member = members[key];
      if (member === undefined) continue;
      words.push(`k${key.length}:`, key);
      appendContent(words, member);
    }
    words.push('}');
  } else {
    words.push(`v${Object.is(value, -0) ? '-0' : String(value)};`);
  }
}

/** Few kinds of objects come again and again, so their orders are remembered. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length < 2) return keys;
  const name = keys.join('\n');
  const known = orders.get(name);
  if (known !== undefined) return known;
  const sorted = keys.sort();
  if (orders.size < MOST_ORDERS) orders.set(name, sorted);
  return sorted;
}

const orders = new Map<string, readonly string[]>();
const MOST_ORDERS = 1000;
