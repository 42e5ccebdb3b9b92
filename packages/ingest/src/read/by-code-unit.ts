/** The order of strings that no locale changes. */

/** Compares two strings by code unit. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
