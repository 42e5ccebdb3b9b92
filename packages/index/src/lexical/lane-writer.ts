/**
 * Collects the terms of one lane of a segment, document by document, and sets them out in the order of the file.
 *
 * Counts stop at 255 and lengths at 65,535; both ceilings are part of the score, since what reads the lane knows no more.
 */
import { sortTerms } from './sort-terms.ts';
import { hashBytes, slotCountFor } from './term-table.ts';
import { WordTable } from './word-table.ts';

/** A lane set out for writing; arrays as `LexicalLane` of the port names them. */
export interface WrittenLane {
  readonly documents: number;
  readonly totalLength: number;
  readonly lengths: Uint16Array;
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
  readonly counts: Uint8Array;
  readonly mostCounts: Uint8Array;
  readonly leastLengths: Uint16Array;
  /** One bit a term: it stands in a text as it is written. */
  readonly written: Uint8Array;
  /** Open addressing with linear probing: number of the term plus one, 0 for a free slot. */
  readonly slots: Uint32Array;
  /** Where each term begins in `text`, and the end. */
  readonly textStarts: Uint32Array;
  readonly text: Uint8Array;
}

/** Largest count of a posting. */
const MOST_COUNT = 255;
/** Largest length of a document. */
export const MOST_LENGTH = 65_535;

/** Collects one lane. */
export class LaneWriter {
  /** Noted of a term: that it stands as it is written. */
  readonly #terms = new WordTable();
  readonly #lengths: Uint16Array;
  #documents = 0;
  #totalLength = 0;
  /** Count of each term in the document being read, and the terms it has so far. */
  #current = new Uint32Array(1024);
  #touched = new Uint32Array(256);
  #touchedCount = 0;
  #logTerm = new Uint32Array(4096);
  #logPlace = new Uint16Array(4096);
  #logCount = new Uint8Array(4096);
  #logged = 0;

  /** @param size  entries of the segment */
  constructor(size: number) {
    this.#lengths = new Uint16Array(size);
  }

  /** Number of a term, in the order in which they were first seen. */
  termOf(name: string, isWritten: boolean): number {
    const term = this.#terms.numberOf(name, 0, name.length);
    if (isWritten) this.#terms.note(term, 1);
    if (term >= this.#current.length) this.#current = grown(this.#current, Uint32Array);
    return term;
  }

  /** Counts a term in the document being read. */
  count(term: number, weight: number): void {
    const before = this.#current[term] as number;
    if (before === 0) {
      if (this.#touchedCount === this.#touched.length) this.#touched = grown(this.#touched, Uint32Array);
      this.#touched[this.#touchedCount++] = term;
    }
    this.#current[term] = before + weight;
  }

  /** Ends the document at a place of the segment; places rise. A document without terms is not one. */
  endDocument(place: number, length: number): void {
    const touched = this.#touchedCount;
    if (touched === 0) return;
    // A document of identifiers alone still has a length, because 0 means that there is none.
    const kept = Math.min(Math.max(length, 1), MOST_LENGTH);
    this.#lengths[place] = kept;
    this.#documents++;
    this.#totalLength += kept;
    while (this.#logged + touched > this.#logTerm.length) {
      this.#logTerm = grown(this.#logTerm, Uint32Array);
      this.#logPlace = grown(this.#logPlace, Uint16Array);
      this.#logCount = grown(this.#logCount, Uint8Array);
    }
    const current = this.#current;
    let logged = this.#logged;
    for (let n = 0; n < touched; n++) {
      const term = this.#touched[n] as number;
      this.#logTerm[logged] = term;
      this.#logPlace[logged] = place;
      this.#logCount[logged++] = Math.min(current[term] as number, MOST_COUNT);
      current[term] = 0;
    }
    this.#logged = logged;
    this.#touchedCount = 0;
  }

  /** Sorts what was collected. */
  finish(): WrittenLane {
    const { bytes, begins } = this.#terms.encode();
    const order = sortTerms(bytes, begins);
    const termCount = order.length;
    const rank = new Uint32Array(termCount);
    for (let at = 0; at < termCount; at++) rank[order[at] as number] = at;
    const starts = new Uint32Array(termCount + 1);
    for (let n = 0; n < this.#logged; n++) {
      const at = (rank[this.#logTerm[n] as number] as number) + 1;
      starts[at] = (starts[at] as number) + 1;
    }
    for (let at = 0; at < termCount; at++)
      starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number);
    const next = starts.slice();
    const places = new Uint16Array(this.#logged);
    const counts = new Uint8Array(this.#logged);
    const mostCounts = new Uint8Array(termCount);
    const leastLengths = new Uint16Array(termCount).fill(MOST_LENGTH);
    for (let n = 0; n < this.#logged; n++) {
      const term = rank[this.#logTerm[n] as number] as number;
      const to = next[term] as number;
      next[term] = to + 1;
      const place = this.#logPlace[n] as number;
      const count = this.#logCount[n] as number;
      places[to] = place;
      counts[to] = count;
      if (count > (mostCounts[term] as number)) mostCounts[term] = count;
      const length = this.#lengths[place] as number;
      if (length < (leastLengths[term] as number)) leastLengths[term] = length;
    }
    return {
      documents: this.#documents,
      totalLength: this.#totalLength,
      lengths: this.#documents === 0 ? new Uint16Array(0) : this.#lengths,
      starts,
      places,
      counts,
      mostCounts,
      leastLengths,
      ...this.#dictionary(order, bytes, begins),
    };
  }

  #dictionary(
    order: Uint32Array,
    bytes: Uint8Array,
    begins: Uint32Array,
  ): Pick<WrittenLane, 'written' | 'slots' | 'textStarts' | 'text'> {
    const termCount = order.length;
    const written = new Uint8Array((termCount + 7) >> 3);
    const slots = new Uint32Array(slotCountFor(termCount));
    const textStarts = new Uint32Array(termCount + 1);
    const text = new Uint8Array(bytes.length);
    let end = 0;
    for (let at = 0; at < termCount; at++) {
      const term = order[at] as number;
      if (this.#terms.noteOf(term) === 1) written[at >> 3] = (written[at >> 3] as number) | (1 << (at & 7));
      const [from, to] = [begins[term] as number, begins[term + 1] as number];
      for (let n = from; n < to; n++) text[end++] = bytes[n] as number;
      textStarts[at + 1] = end;
      let slot = hashBytes(bytes, from, to) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = at + 1;
    }
    return { written, slots, textStarts, text };
  }
}

/** A copy twice as long. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array>(
  array: T,
  make: new (length: number) => T,
): T {
  const larger = new make(array.length * 2);
  larger.set(array);
  return larger;
}
