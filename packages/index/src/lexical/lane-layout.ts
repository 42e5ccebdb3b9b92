/**
 * Where the arrays of a lane lie in the bytes of a segment: the one place that writer and reader agree in.
 *
 * Every array begins at a multiple of four bytes, so that it can be read in place. Little-endian throughout.
 */

/** Numbers a lane states about itself, in this order, 32 bits each. */
export interface LaneHeader {
  readonly documents: number;
  readonly totalLength: number;
  readonly terms: number;
  readonly postings: number;
  readonly slots: number;
  readonly textBytes: number;
}

/** Numbers of a lane header. */
export const LANE_HEADER_NUMBERS = 6;

/** Byte offset of each array of a lane, from the first byte of its arrays, and where they end. */
export interface LaneLayout {
  readonly starts: number;
  readonly slots: number;
  readonly textStarts: number;
  readonly lengths: number;
  readonly places: number;
  readonly leastLengths: number;
  readonly counts: number;
  readonly mostCounts: number;
  readonly written: number;
  readonly text: number;
  readonly end: number;
}

/** Lays a lane out. @param size  entries of the segment */
export function layLane(
  { documents, terms, postings, slots, textBytes }: LaneHeader,
  size: number,
): LaneLayout {
  let end = 0;
  const take = (bytes: number): number => {
    const at = end;
    // Not by bits: a damaged header may state more than 32 of them hold.
    end += 4 * Math.ceil(bytes / 4);
    return at;
  };
  return {
    starts: take(4 * (terms + 1)),
    slots: take(4 * slots),
    textStarts: take(4 * (terms + 1)),
    lengths: take(documents === 0 ? 0 : 2 * size),
    places: take(2 * postings),
    leastLengths: take(2 * terms),
    counts: take(postings),
    mostCounts: take(terms),
    written: take(Math.ceil(terms / 8)),
    text: take(textBytes),
    end,
  };
}

/** `lex1`, read as a little-endian number. */
export const SEGMENT_MAGIC = 0x3178656c;
/** Numbers before the lane headers: magic and size. After them comes one byte an entry for its language. */
export const SEGMENT_HEADER_NUMBERS = 2;
/** The lanes in their order. */
export const LANES = ['text', 'face', 'gist'] as const;
/** Most entries of a segment. */
export const MOST_ENTRIES = 65_536;
