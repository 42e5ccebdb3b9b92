/**
 * Opens the postings of a run of entries: views over the bytes, nothing parsed, nothing copied.
 *
 * Says whether header and size agree; whether the numbers inside make sense is `checkPostings`, which reads them all.
 */
import { IndexFormatError } from '../index-format-error.ts';
import {
  LANE_HEADER_NUMBERS,
  type LaneHeader,
  LANES,
  layLane,
  MOST_ENTRIES,
  SEGMENT_HEADER_NUMBERS,
  SEGMENT_MAGIC,
} from './lane-layout.ts';
import { type PostingsLane, laneOver } from './postings-lane.ts';

/** Postings of a run of entries; fits the segment of the port of `@archive/retrieve`. */
export interface PostingsSegment {
  readonly size: number;
  readonly text: PostingsLane;
  readonly face: PostingsLane;
  readonly gist: PostingsLane;
  readonly languageOf: Uint8Array;
}

/**
 * Opens what `encodePostings` wrote. Bytes that do not begin at a multiple of four in their buffer are copied.
 *
 * @throws {IndexFormatError} when they are no postings, or cut short
 */
export function openPostings(bytes: Uint8Array): PostingsSegment {
  // Not `slice`, which is a view where the bytes are a Buffer.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const headerNumbers = SEGMENT_HEADER_NUMBERS + LANE_HEADER_NUMBERS * LANES.length;
  if (aligned.byteLength < 4 * headerNumbers) throw refused('are cut short');
  const header = new Uint32Array(aligned.buffer, aligned.byteOffset, headerNumbers);
  if (header[0] !== SEGMENT_MAGIC) throw refused('are not in this form, or written in another byte order');
  const size = header[1] as number;
  if (size > MOST_ENTRIES) throw refused('cover too many entries');
  let base = 4 * headerNumbers + ((size + 3) & ~3);
  if (base > aligned.byteLength) throw refused('are cut short');
  const lanes = LANES.map((_, at) => {
    const laneHeader = readLaneHeader(header.subarray(SEGMENT_HEADER_NUMBERS + at * LANE_HEADER_NUMBERS));
    const layout = layLane(laneHeader, size);
    if (base + layout.end > aligned.byteLength) throw refused('are cut short');
    const lane = laneOver(aligned.subarray(base, base + layout.end), laneHeader, layout, size);
    base += layout.end;
    return lane;
  }) as [PostingsLane, PostingsLane, PostingsLane];
  if (base !== aligned.byteLength) throw refused('are followed by something else');
  const [text, face, gist] = lanes;
  return {
    size,
    text,
    face,
    gist,
    languageOf: new Uint8Array(aligned.buffer, aligned.byteOffset + 4 * headerNumbers, size),
  };
}

function readLaneHeader(numbers: Uint32Array): LaneHeader {
  const [documents = 0, totalLength = 0, terms = 0, postings = 0, slots = 0, textBytes = 0] = numbers;
  if ((slots & (slots - 1)) !== 0 || slots <= terms)
    throw refused('have a table of terms that cannot be read');
  return { documents, totalLength, terms, postings, slots, textBytes };
}

/** An error about postings. */
export function refused(problem: string): IndexFormatError {
  return new IndexFormatError({ subject: 'postings', problem });
}
