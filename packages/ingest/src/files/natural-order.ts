/**
 * The order of file names that people expect: `2.md` before `10.md`.
 *
 * Runs of ASCII digits compare as numbers, everything else by code unit, so that the order never depends on a locale.
 */

const PART = /\d+|\D+/g;
const DIGITS = /^\d/;

function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+(?=\d)/, '');
  const right = b.replace(/^0+(?=\d)/, '');
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares two names; 0 only for equal strings, so the order is total. */
export function naturalOrder(a: string, b: string): number {
  const left = a.match(PART) ?? [];
  const right = b.match(PART) ?? [];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const x = left[at] ?? '';
    const y = right[at] ?? '';
    if (x === y) continue;
    if (DIGITS.test(x) && DIGITS.test(y)) {
      const order = compareDigits(x, y);
      if (order !== 0) return order;
    } else {
      return x < y ? -1 : 1;
    }
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}
