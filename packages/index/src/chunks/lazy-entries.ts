/**
 * The entries of an opened served half, each fragment parsed and checked when it is asked for.
 */
import type { Embeds, Fragment } from '@archive/contract/private';
import { toServedFragment } from '../build-retrieval-index.ts';
import type { EntryList } from '../retrieval-columns.ts';
import type { RetrievalIndexEntry, ServedFragment } from '../served-index.ts';
import { readServedFragment } from '../validate-served-index.ts';
import { parsed } from './lazy-works.ts';
import type { PlacedChunk } from './read-served-chunks.ts';

/** Rows of an opened half by position. */
export class ChunkRows {
  readonly length: number;
  readonly #chunks: readonly PlacedChunk[];
  readonly #dimensions: number;
  readonly #bitBytes: number;

  constructor(
    chunks: readonly PlacedChunk[],
    { dimensions, bitBytes }: { dimensions: number; bitBytes: number },
  ) {
    this.#chunks = chunks;
    this.#dimensions = dimensions;
    this.#bitBytes = bitBytes;
    const last = chunks.at(-1);
    this.length = last === undefined ? 0 : last.from + last.rows;
  }

  /** The chunk of a position, and the position in it. */
  placeOf(position: number): { chunk: PlacedChunk; at: number } | undefined {
    if (!(position >= 0 && position < this.length)) return undefined;
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle] as PlacedChunk).from <= position) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low] as PlacedChunk;
    return { chunk, at: position - chunk.from };
  }

  vectorAt(position: number): Float32Array | undefined {
    const place = this.placeOf(position);
    return place === undefined ? undefined : this.vectorIn(place.chunk, place.at);
  }

  bitsAt(position: number): Uint8Array | undefined {
    const place = this.placeOf(position);
    return place === undefined ? undefined : this.bitsIn(place.chunk, place.at);
  }

  vectorIn({ columns, vectors }: PlacedChunk, at: number): Float32Array | undefined {
    const row = columns.exactRow[at] as number;
    return row < 0 ? undefined : vectors.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
  }

  bitsIn(chunk: PlacedChunk, at: number): Uint8Array | undefined {
    if ((chunk.columns.exactRow[at] as number) >= 0) return undefined;
    const row = codedRowsOf(chunk)[at] as number;
    return chunk.bits.subarray(row * this.#bitBytes, (row + 1) * this.#bitBytes);
  }
}

/** Entries by position. Those that were read last are kept, so that a ceiling asked about many private ones parses each once. */
export class LazyEntries implements EntryList<RetrievalIndexEntry> {
  readonly length: number;
  readonly #rows: ChunkRows;
  readonly #kept = new Map<number, RetrievalIndexEntry>();

  constructor(rows: ChunkRows) {
    this.#rows = rows;
    this.length = rows.length;
  }

  at(position: number): RetrievalIndexEntry | undefined {
    const asked = Math.trunc(position) < 0 ? this.length + Math.trunc(position) : position;
    const kept = this.#kept.get(asked);
    if (kept !== undefined) return kept;
    const place = this.#rows.placeOf(asked);
    if (place === undefined) return undefined;
    const entry = this.#read(place);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(asked, entry);
    return entry;
  }

  #read({ chunk, at }: { chunk: PlacedChunk; at: number }): RetrievalIndexEntry {
    const fragment: Fragment = toServedFragment(readFragmentOf(chunk, at));
    const vector = this.#rows.vectorIn(chunk, at);
    const embeds = embedsOf(chunk, at);
    return {
      fragment,
      ...(vector === undefined ? { bits: this.#rows.bitsIn(chunk, at) as Uint8Array } : { vector }),
      ...(embeds === undefined ? {} : { embeds }),
    };
  }

  *[Symbol.iterator](): Generator<RetrievalIndexEntry, undefined> {
    for (let position = 0; position < this.length; position++)
      yield this.#read(this.#rows.placeOf(position) as { chunk: PlacedChunk; at: number });
    return undefined;
  }
}

/** Reads the fragment of a row. @throws {IndexFormatError} when it is none of a served index */
function readFragmentOf(chunk: PlacedChunk, at: number): ServedFragment {
  const field = `fragments[${at}]`;
  return readServedFragment(chunk.checker, parsed(chunk, chunk.fragments.at(at) as string, field), field);
}

/** What the row was made from; not stated for what is exposed as text. */
export function embedsOf({ columns }: PlacedChunk, at: number): Embeds | undefined {
  return columns.exposure[at] === 0 ? undefined : EMBEDS[columns.embeds[at] as number];
}

/** Number of the coded row of each position of a chunk that has one; worked out once. */
function codedRowsOf(chunk: PlacedChunk): Uint32Array {
  const known = codedRows.get(chunk);
  if (known !== undefined) return known;
  let next = 0;
  const rows = Uint32Array.from(chunk.columns.exactRow, (row) => (row < 0 ? next++ : 0));
  codedRows.set(chunk, rows);
  return rows;
}

/** Some tens of megabytes at most. */
const MOST_KEPT = 8192;
const codedRows = new WeakMap<PlacedChunk, Uint32Array>();
const EMBEDS: readonly Embeds[] = ['text', 'window', 'face'];
