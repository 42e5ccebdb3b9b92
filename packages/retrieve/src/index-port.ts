/**
 * What retrieval needs of an index, and nothing more; `@archive/index` and later backends fit it structurally.
 *
 * An index is a value: once it has been searched neither it nor anything it holds may change, because norms and other
 * facts about it are worked out once and remembered. `columns` and `byteCodes` are such facts, worked out when the index
 * was written: they must say what the entries say. Retrieval works out the columns of an index that has none.
 */
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import type { Fusion } from './fusion.ts';
import type { LexicalIndex } from './lexical/lexical-port.ts';

/** One fragment with what it is compared by: exactly one of `vector` and `bits`. */
export interface RetrievalEntry {
  readonly fragment: Fragment;
  /** A row of `dimensions` finite numbers, not all zero. */
  readonly vector?: ArrayLike<number>;
  /** Signs of the coded vector: bit i is byte `i >> 3`, mask `1 << (i & 7)`; 1 means +1, 0 means -1. */
  readonly bits?: Uint8Array;
  /** What the row was made from; absent means `text`. */
  readonly embeds?: Embeds;
}

/** Entries in a fixed order; an array fits. Going through them reads every fragment, which a lazy list may do late. */
export interface EntryList extends Iterable<RetrievalEntry> {
  readonly length: number;
  /** The entry at a position from 0; undefined past the end. The same entry each time, in content. */
  at(position: number): RetrievalEntry | undefined;
}

/** How bits are compared with a query (decisions 1.3). */
export interface RetrievalCodes {
  /** Bits of each coded row. */
  readonly bits: number;
  /** Centres and projects a query vector the way the rows were coded; yields `bits` numbers. Pure. */
  encodeQuery(vector: ArrayLike<number>): Float64Array;
  /** Maps an estimate onto the scale of public cosines: `a * estimate + c`. */
  readonly line: { readonly a: number; readonly c: number };
}

/** Lists of numbers laid end to end: the items of n are `items[starts[n]]` up to, not with, `items[starts[n + 1]]`. */
export interface Groups {
  /** One longer than there are lists; rising, from 0. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Strings by number; an array fits, and so does a list that reads a string when it is asked for. */
export interface StringList {
  readonly length: number;
  at(position: number): string | undefined;
}

/**
 * Facts about the entries of an index, by position unless said otherwise, so that a question can be decided without
 * reading a fragment. Every one of them follows from the entries and the works.
 */
export interface RetrievalColumns {
  /** 0 text, 1 semantic, 2 locator, 3 none. */
  readonly exposure: Uint8Array;
  /** 0 public, 1 private. */
  readonly raw: Uint8Array;
  /** What the row was made from: 0 text, 1 window, 2 face. */
  readonly embeds: Uint8Array;
  /** Number of the work. */
  readonly work: Uint32Array;
  /** Ids by number of the work, each once; works without a fragment may be among them. */
  readonly workIds: StringList;
  /** Number of the type, by number of the work. */
  readonly type: Uint16Array;
  /** Types by number, each once. */
  readonly types: readonly string[];
  /** First moment of the date of the fragment, or else of its work, in UTC milliseconds; NaN when it has none that can be read. */
  readonly dateStart: Float64Array;
  /** Last moment of that date; NaN with `dateStart`. */
  readonly dateEnd: Float64Array;
  /** Names of creators and speakers by number, as written, each once. */
  readonly names: readonly string[];
  /** Numbers of the names of the creators, by number of the work; placeholders left out. */
  readonly creators: Groups;
  /** Numbers of the names of the speakers, by position; placeholders left out. */
  readonly speakers: Groups;
  /** Themes by number, as written, each once. */
  readonly themes: readonly string[];
  /** Numbers of the themes, by number of the work. */
  readonly workThemes: Groups;
  /** Numbers of the themes of the fragment's own list, by position. */
  readonly rowThemes: Groups;
  /** 1 where the fragment states a list of themes of its own, be it empty; it stands in for that of the work. */
  readonly rowHasThemes: Uint8Array;
  /** Place of the fragment's id among all, in code-unit order. Places may have gaps, and no two are equal. */
  readonly idRank: Uint32Array;
  /** Number of the group of fragments that look the same from outside; -1 for one that stands alone (decisions 1.4). */
  readonly twinGroup: Int32Array;
  /** Euclidean length of the exact row, summed in float64 in index order; 0 for a coded one. */
  readonly norms: Float64Array;
  /** Number of the exact row, rising with the position; -1 for a coded one. Numbers may have gaps. */
  readonly exactRow: Int32Array;
  /** The exact row at a position, without reading its fragment; undefined for a coded one. */
  vectorAt(position: number): ArrayLike<number> | undefined;
  /** The bits at a position, without reading the fragment; undefined for an exact row. */
  bitsAt(position: number): Uint8Array | undefined;
}

/**
 * The exact rows once more, as whole numbers from -127 to 127: they bound a cosine, and the exact row settles it.
 *
 * Row n of the codes belongs to exact row n. Made by whoever writes the index, scored here.
 */
export interface ByteCodes {
  /** A `WebAssembly.Memory` made with `shared: true`, so that threads can read it. Nothing else may be written from `offset` on. */
  readonly memory: { readonly buffer: ArrayBufferLike };
  /** First byte of the first row, a multiple of 16. What lies before is scratch of the kernel: at least {@link BYTE_CODE_SCRATCH}. */
  readonly offset: number;
  /** Bytes of a row: the dimensions rounded up to a multiple of 16, filled up with zeros. */
  readonly stride: number;
  /** By exact row: a value is about its code times this. */
  readonly scale: Float32Array;
  /** By exact row: the euclidean length of `row - scale * codes`, rounded up. */
  readonly residual: Float32Array;
}

/** Bytes of scratch the kernel needs before the first row of {@link ByteCodes}. */
export const BYTE_CODE_SCRATCH = 1_048_576;

/** An index as retrieval reads it. */
export interface RetrievalIndex {
  /** By id. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** In any order; the order never shows in a result. */
  readonly entries: EntryList;
  /** Length of every vector, and of the query's. */
  readonly dimensions: number;
  /** Needed when any entry holds bits. */
  readonly codes?: RetrievalCodes;
  /** Score floor calibrated for this index. */
  readonly floor?: number;
  /** Largest score released for a fragment that is not exposed as text; absent means no cap. */
  readonly scoreCap?: number;
  /** Worked out where absent. */
  readonly columns?: RetrievalColumns;
  /** Where absent, every exact row that passes the filters is measured in full. */
  readonly byteCodes?: ByteCodes;
  /** Postings over what a hit may show; absent means no lexical search. */
  readonly lexical?: LexicalIndex;
  /** How words and vectors become one score, for the embedder of this index; absent means the default curve. */
  readonly fusion?: Fusion;
}
