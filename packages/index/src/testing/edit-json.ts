/**
 * Changes one place of plain data, for tests that spoil a good value in one way at a time.
 */

/** A place in plain data: keys and positions from the root. */
export type Place = readonly (string | number)[];

/** A copy with the value at a place replaced; `undefined` removes it. */
export function withValue(root: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(root);
  const last = place.at(-1) as string | number;
  const holder = place
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], copy) as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Every place that holds a value which is neither object nor array, in order. */
export function leaves(root: unknown, place: Place = []): Place[] {
  if (typeof root !== 'object' || root === null) return [place];
  return Object.entries(root).flatMap(([key, value]) =>
    leaves(value, [...place, Array.isArray(root) ? Number(key) : key]),
  );
}

/** The value at a place. */
export function valueAt(root: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], root);
}

/** An index as a JSON file would hold it: typed arrays as arrays, bits as base64. */
export function asJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => {
      if (member instanceof Uint8Array) return Buffer.from(member).toString('base64');
      return ArrayBuffer.isView(member) ? Array.from(member as Float32Array) : member;
    }),
  );
}
