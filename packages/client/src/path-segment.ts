/**
 * An id as one segment of an address, so that the request stays under its route.
 */

/**
 * Writes an id as a segment; undefined for one that cannot be a segment, under which nothing is served.
 *
 * `.` and `..` walk up a path however they are written, `%2E` too (URL Standard, section 4.4), and an empty one is the route
 * itself. Half of a surrogate pair has no UTF-8 and is sent as U+FFFD.
 */
export function pathSegment(id: string): string | undefined {
  if (NO_SEGMENT.has(id)) return undefined;
  return encodeURIComponent(id.replaceAll(LONE_SURROGATE, '\uFFFD'));
}

const NO_SEGMENT: ReadonlySet<string> = new Set(['', '.', '..']);
const LONE_SURROGATE = /\p{Surrogate}/gu;
