/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 */

/** @returns milliseconds from `now`, at least 0; undefined when the header is absent or malformed */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
