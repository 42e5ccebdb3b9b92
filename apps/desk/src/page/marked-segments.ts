/**
 * Cuts a string at the edges of its marks.
 */
import type { Mark } from '../desk-api.ts';

/** A piece of a string. */
export interface Segment {
  text: string;
  isMarked: boolean;
}

/** The pieces of a string, marked and unmarked, in order; together they are the string. Marks may overlap. */
export function segmentsOf(text: string, marks: readonly Mark[]): Segment[] {
  const segments: Segment[] = [];
  const push = (from: number, to: number, isMarked: boolean): void => {
    if (to > from) segments.push({ text: text.slice(from, to), isMarked });
  };
  let at = 0;
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    push(at, from, false);
    push(from, to, true);
    at = to;
  }
  push(at, text.length, false);
  return segments;
}
