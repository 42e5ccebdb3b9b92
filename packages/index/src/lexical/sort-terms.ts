/**
 * Sorts terms by their UTF-8 bytes without making a string of any: four bytes at a time, as numbers.
 */

/**
 * Numbers of the terms in the order of their bytes; a term comes before those that begin with it.
 *
 * @param bytes   the terms, one after the other
 * @param begins  where each begins, and the end
 */
export function sortTerms(bytes: Uint8Array, begins: Uint32Array): Uint32Array {
  const order = Uint32Array.from({ length: begins.length - 1 }, (_, term) => term);
  // Runs of terms that are alike in everything before `depth`.
  const runs: [from: number, to: number, depth: number][] = [];
  for (let from = 0; from < order.length; from += MOST_AT_ONCE)
    runs.push([from, Math.min(from + MOST_AT_ONCE, order.length), 0]);
  if (runs.length > 1) return order.sort((a, b) => compare(bytes, begins, a, b));
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const [from, to, depth] = run;
    if (to - from <= FEW) insert(bytes, begins, order, from, to);
    else sortRun(bytes, begins, order, run, (sameFrom, sameTo) => runs.push([sameFrom, sameTo, depth + 4]));
  }
  return order;
}

/** Sorts a run by its next four bytes, and says which terms have the same four. */
function sortRun(
  bytes: Uint8Array,
  begins: Uint32Array,
  order: Uint32Array,
  [from, to, depth]: readonly [number, number, number],
  same: (from: number, to: number) => void,
): void {
  const terms = order.slice(from, to);
  const keys = new Float64Array(to - from);
  for (let at = 0; at < keys.length; at++) {
    const term = terms[at] as number;
    const start = (begins[term] as number) + depth;
    const end = begins[term + 1] as number;
    let key = 0;
    for (let n = 0; n < 4; n++) key = key * 256 + (start + n < end ? (bytes[start + n] as number) : 0);
    keys[at] = key * MOST_AT_ONCE + at;
  }
  keys.sort();
  let sameFrom = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    order[from + at] = terms[key % MOST_AT_ONCE] as number;
    const next = keys[at + 1];
    if (next !== undefined && Math.floor(next / MOST_AT_ONCE) === Math.floor(key / MOST_AT_ONCE)) continue;
    if (at > sameFrom) same(from + sameFrom, from + at + 1);
    sameFrom = at + 1;
  }
}

function insert(bytes: Uint8Array, begins: Uint32Array, order: Uint32Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const term = order[at] as number;
    let hole = at;
    while (hole > from && compare(bytes, begins, order[hole - 1] as number, term) > 0) {
      order[hole] = order[hole - 1] as number;
      hole--;
    }
    order[hole] = term;
  }
}

function compare(bytes: Uint8Array, begins: Uint32Array, a: number, b: number): number {
  let [left, right] = [begins[a] as number, begins[b] as number];
  const [leftEnd, rightEnd] = [begins[a + 1] as number, begins[b + 1] as number];
  for (; left < leftEnd && right < rightEnd; left++, right++) {
    const order = (bytes[left] as number) - (bytes[right] as number);
    if (order !== 0) return order;
  }
  return leftEnd - left - (rightEnd - right);
}

/** 32 bits of key and 20 of place fit the 53 that a number holds. */
const MOST_AT_ONCE = 2 ** 20;
/** Runs up to this size are not worth numbers. */
const FEW = 12;
