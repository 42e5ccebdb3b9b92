/**
 * What retrieval needs of an index, and nothing more; `@archive/index` and later backends fit it structurally.
 *
 * An index is a value: once it has been searched neither it nor anything it holds may change, because norms and other
 * facts about it are worked out once and remembered.
 */
import type { Embeds, Entity, Fragment } from '@archive/contract/private';

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

/** How bits are compared with a query (decisions 1.3). */
export interface RetrievalCodes {
  /** Bits of each coded row. */
  readonly bits: number;
  /** Centres and projects a query vector the way the rows were coded; yields `bits` numbers. Pure. */
  encodeQuery(vector: ArrayLike<number>): Float64Array;
  /** Maps an estimate onto the scale of public cosines: `a * estimate + c`. */
  readonly line: { readonly a: number; readonly c: number };
}

/** An index as retrieval reads it. */
export interface RetrievalIndex {
  /** By id. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** In any order; the order never shows in a result. */
  readonly entries: readonly RetrievalEntry[];
  /** Length of every vector, and of the query's. */
  readonly dimensions: number;
  /** Needed when any entry holds bits. */
  readonly codes?: RetrievalCodes;
  /** Score floor calibrated for this index. */
  readonly floor?: number;
  /** Largest score released for a fragment that is not exposed as text; absent means no cap. */
  readonly scoreCap?: number;
}
