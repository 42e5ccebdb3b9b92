/**
 * Refuses vectors that would score NaN, sort first or vanish: wrong length, not finite, all zero, or beyond the range
 * of a 32-bit float, in which generations store them.
 */

/** Says what is wrong with a vector, as the end of a sentence; undefined when nothing is. */
export function vectorProblem(vector: unknown, dimensions: number): string | undefined {
  if (!isNumberList(vector)) return 'is not a list of numbers';
  if (vector.length !== dimensions) return 'does not have the stated number of dimensions';
  let isZero = true;
  for (let at = 0; at < dimensions; at++) {
    const component = vector[at];
    if (typeof component !== 'number' || !Number.isFinite(component))
      return `holds a value that is not a finite number at position ${at}`;
    const stored = Math.fround(component);
    if (!Number.isFinite(stored)) return `overflows a 32-bit float at position ${at}`;
    if (stored !== 0) isZero = false;
  }
  return isZero ? 'is all zeros' : undefined;
}

/** An array, or a typed array of floats. */
function isNumberList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array;
}
