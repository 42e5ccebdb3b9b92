/**
 * The private index, schema 4: everything the build knows, text and policy included.
 *
 * It never leaves the author's side. What may be served is made from it by `toServedIndex`.
 */
import type { Embeds, Entity, Fragment } from '@archive/contract/private';

/** The schema this package reads and writes. */
export const INDEX_VERSION = 4;

/** A fragment with the vector of its embed string. */
export interface PrivateEntry {
  fragment: Fragment;
  /** `dimensions` finite numbers, not all zero, each within the range of a 32-bit float. */
  vector: ArrayLike<number>;
  /** First 16 hex digits of sha1 over the embed string cut at 24 KiB. */
  contentHash: string;
  /** What the embed string was made from; absent means `text`. */
  embeds?: Embeds;
}

/** A private index in memory and, with its vectors as arrays, as interchange JSON. */
export interface PrivateIndex {
  version: 4;
  kind: 'private';
  /** UTC date (YYYY-MM-DD) or full UTC timestamp of the build. */
  builtAt: string;
  /** Name of the embedder, such as `ngram/1`. */
  model: string;
  /** Length of every vector. */
  dimensions: number;
  /** By id, in code unit order. */
  entities: Entity[];
  /** Within one entity in source order. */
  entries: PrivateEntry[];
}
