/**
 * A percentile by the nearest rank; null of nothing.
 */
export function percentile(share: number, values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
