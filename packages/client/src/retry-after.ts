/**
 * Reads a Retry-After header, and decides how long to wait before a request is sent again.
 *
 * A wait doubles with each attempt and is drawn from its upper half, so that clients which failed together do not come
 * back together. What a server asks for is never undercut.
 */

/**
 * Seconds a Retry-After header asks for, from seconds or from an HTTP date.
 *
 * @param now  milliseconds since 1970
 * @returns undefined when it says nothing usable
 */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // Dates only: Date.parse would take "1.5" for a month.
  if (!/^[A-Za-z]{3,9},? .*\d/.test(value)) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1000));
}

/**
 * Milliseconds to wait after attempt number `attempt` (from 1) has failed.
 *
 * @param askedSeconds  what the server asked for
 * @param random        a number in [0, 1)
 */
export function waitMs(attempt: number, askedSeconds: number | undefined, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  const backOff = ceiling * (0.5 + random / 2);
  return askedSeconds === undefined ? backOff : askedSeconds * 1000 + backOff / 2;
}

const FIRST_MS = 250;
const LONGEST_MS = 5_000;
