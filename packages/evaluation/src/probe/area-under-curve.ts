/**
 * How well a score tells two kinds apart.
 */

/** Probability that one of `higher` exceeds one of `lower`; a tie counts half. 0.5 when either is empty. */
export function areaUnderCurve(higher: readonly number[], lower: readonly number[]): number {
  if (higher.length === 0 || lower.length === 0) return 0.5;
  let wins = 0;
  for (const one of higher) for (const other of lower) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (higher.length * lower.length);
}

/** Arithmetic mean; 0 of none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
