/**
 * What an index states beside its entries so that a question can be decided without reading a fragment.
 *
 * The shapes are those of the port of `@archive/retrieve`, which this package fits without importing it.
 */

/** Entries in a fixed order; an array is one. Going through them reads every fragment, which a lazy list does late. */
export interface EntryList<Entry> extends Iterable<Entry> {
  readonly length: number;
  /** The entry at a position from 0; undefined past the end. The same each time, in content. */
  at(position: number): Entry | undefined;
}

/** Strings by number; an array is one. */
export interface StringList {
  readonly length: number;
  at(position: number): string | undefined;
}

/** Lists of numbers laid end to end: the items of n are `items[starts[n]]` up to, not with, `items[starts[n + 1]]`. */
export interface Groups {
  /** One longer than there are lists; rising, from 0. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Facts about the entries of an index, by position unless said otherwise. Each follows from entries and works. */
export interface RetrievalColumns {
  /** 0 text, 1 semantic, 2 locator, 3 none. */
  readonly exposure: Uint8Array;
  /** 0 public, 1 private. */
  readonly raw: Uint8Array;
  /** What the row was made from: 0 text, 1 window, 2 face. */
  readonly embeds: Uint8Array;
  /** Number of the work. */
  readonly work: Uint32Array;
  /** Ids by number of the work, each once. */
  readonly workIds: StringList;
  /** Number of the type, by number of the work. */
  readonly type: Uint16Array;
  /** Types by number, each once. */
  readonly types: readonly string[];
  /** First moment of the date of the fragment, or else of its work, in UTC milliseconds; NaN without a readable one. */
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
  /** 1 where the fragment states a list of themes of its own, be it empty. */
  readonly rowHasThemes: Uint8Array;
  /** Place of the fragment's id among all, in code unit order. */
  readonly idRank: Uint32Array;
  /** Number of the group of fragments that look the same from outside; -1 for one that is not matched by its face. */
  readonly twinGroup: Int32Array;
  /** Euclidean length of the exact row, summed in float64 in index order; 0 for a coded one. */
  readonly norms: Float64Array;
  /** Number of the exact row, rising with the position; -1 for a coded one. */
  readonly exactRow: Int32Array;
  /** The exact row at a position; undefined for a coded one. */
  vectorAt(position: number): ArrayLike<number> | undefined;
  /** The bits at a position; undefined for an exact row. */
  bitsAt(position: number): Uint8Array | undefined;
}

/** The exact rows once more as whole numbers from -127 to 127, in memory that a kernel can read. */
export interface ByteCodes {
  /** A `WebAssembly.Memory` that is shared. */
  readonly memory: { readonly buffer: ArrayBufferLike };
  /** First byte of the first row, a multiple of 16; before it lies room for the kernel. */
  readonly offset: number;
  /** Bytes of a row: the dimensions rounded up to a multiple of 16, filled up with zeros. */
  readonly stride: number;
  /** By exact row: a value is about its code times this. */
  readonly scale: Float32Array;
  /** By exact row: the euclidean length of `row - scale * codes`, rounded up. */
  readonly residual: Float32Array;
}
