/**
 * One lane of postings, read in place: looking up terms and runs of terms in the bytes.
 */
import type { LaneHeader, LaneLayout } from './lane-layout.ts';
import type { TermKey } from './term-table.ts';

/** Postings of one lane; fits the lane of the port of `@archive/retrieve`, where each field is described. */
export interface PostingsLane {
  readonly documents: number;
  readonly totalLength: number;
  readonly lengths: Uint16Array;
  readonly termCount: number;
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
  readonly counts: Uint8Array;
  readonly mostCounts: Uint8Array;
  readonly leastLengths: Uint16Array;
  /** Parts of the table of terms, for whoever checks it. */
  readonly table: {
    readonly slots: Uint32Array;
    readonly textStarts: Uint32Array;
    readonly text: Uint8Array;
  };
  find(key: TermKey): number;
  range(key: TermKey): readonly [from: number, to: number];
  bytesAt(term: number): Uint8Array;
  termAt(term: number): string;
  isWritten(term: number): boolean;
}

/** Lays views over the bytes of a lane. */
export function laneOver(
  bytes: Uint8Array,
  { documents, totalLength, terms, postings, slots: slotCount, textBytes }: LaneHeader,
  at: LaneLayout,
  size: number,
): PostingsLane {
  const { buffer, byteOffset } = bytes;
  return new Lane(
    documents,
    totalLength,
    terms,
    new Uint16Array(buffer, byteOffset + at.lengths, documents === 0 ? 0 : size),
    new Uint32Array(buffer, byteOffset + at.starts, terms + 1),
    new Uint16Array(buffer, byteOffset + at.places, postings),
    new Uint8Array(buffer, byteOffset + at.counts, postings),
    new Uint8Array(buffer, byteOffset + at.mostCounts, terms),
    new Uint16Array(buffer, byteOffset + at.leastLengths, terms),
    {
      slots: new Uint32Array(buffer, byteOffset + at.slots, slotCount),
      textStarts: new Uint32Array(buffer, byteOffset + at.textStarts, terms + 1),
      text: new Uint8Array(buffer, byteOffset + at.text, textBytes),
    },
    new Uint8Array(buffer, byteOffset + at.written, (terms + 7) >> 3),
  );
}

class Lane implements PostingsLane {
  readonly documents: number;
  readonly totalLength: number;
  readonly termCount: number;
  readonly lengths: Uint16Array;
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
  readonly counts: Uint8Array;
  readonly mostCounts: Uint8Array;
  readonly leastLengths: Uint16Array;
  readonly table: PostingsLane['table'];
  readonly #written: Uint8Array;

  constructor(
    documents: number,
    totalLength: number,
    termCount: number,
    lengths: Uint16Array,
    starts: Uint32Array,
    places: Uint16Array,
    counts: Uint8Array,
    mostCounts: Uint8Array,
    leastLengths: Uint16Array,
    table: PostingsLane['table'],
    written: Uint8Array,
  ) {
    this.documents = documents;
    this.totalLength = totalLength;
    this.termCount = termCount;
    this.lengths = lengths;
    this.starts = starts;
    this.places = places;
    this.counts = counts;
    this.mostCounts = mostCounts;
    this.leastLengths = leastLengths;
    this.table = table;
    this.#written = written;
  }

  find({ bytes, hash }: TermKey): number {
    const { slots, textStarts, text } = this.table;
    const mask = slots.length - 1;
    const length = bytes.length;
    for (let step = 0; step <= mask; step++) {
      const term = (slots[(hash + step) & mask] as number) - 1;
      if (term < 0) return -1;
      const from = textStarts[term] as number;
      if ((textStarts[term + 1] as number) - from !== length) continue;
      let at = 0;
      while (at < length && text[from + at] === bytes[at]) at++;
      if (at === length) return term;
    }
    return -1;
  }

  range({ bytes }: TermKey): readonly [from: number, to: number] {
    return [this.#firstFrom(bytes, false), this.#firstFrom(bytes, true)];
  }

  bytesAt(term: number): Uint8Array {
    const { textStarts, text } = this.table;
    return text.subarray(textStarts[term], textStarts[term + 1]);
  }

  termAt(term: number): string {
    return decoder.decode(this.bytesAt(term));
  }

  isWritten(term: number): boolean {
    return (((this.#written[term >> 3] as number) >> (term & 7)) & 1) === 1;
  }

  /** The first term that is not below the bytes, or not below everything that begins with them. */
  #firstFrom(bytes: Uint8Array, isPast: boolean): number {
    let [from, to] = [0, this.termCount];
    while (from < to) {
      const middle = (from + to) >> 1;
      const order = this.#compare(middle, bytes);
      if (order < 0 || (isPast && order === 0)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Below 0 when the term comes before the bytes, 0 when it begins with them. */
  #compare(term: number, bytes: Uint8Array): number {
    const { textStarts, text } = this.table;
    const from = textStarts[term] as number;
    const length = (textStarts[term + 1] as number) - from;
    for (let at = 0; at < bytes.length; at++) {
      if (at === length) return -1;
      const order = (text[from + at] as number) - (bytes[at] as number);
      if (order !== 0) return order;
    }
    return 0;
  }
}

const decoder = new TextDecoder();
