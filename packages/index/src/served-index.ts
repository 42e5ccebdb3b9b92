/**
 * The served index, schema 4: what the serving process may hold.
 *
 * Its types have no field for policy, hashes or reviews of sources, and what is not exposed as text has an empty
 * `text`. A value of {@link ServedIndexData} comes from `toServedIndex` or from `validateServedIndex`.
 */
import type { Attribution, Disclosure, EntityFace, LintedGist, Locator } from '@archive/contract';
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import type { IndexPostings } from './lexical/build-lexical-index.ts';
import type { ByteCodes, EntryList, RetrievalColumns } from './retrieval-columns.ts';

/** A work as served: its face, its themes where public text needs them, and the widest exposure of its fragments. */
export interface ServedEntity extends EntityFace {
  /** Only on a public work of which at least one fragment is served as text. */
  themes?: string[];
  disclosure: Disclosure;
}

/** What is served of a gist: nothing of how it came about but source and review. */
export interface ServedProjection {
  lint: 'passed';
  gist: LintedGist;
  source: 'generated' | 'edited';
  review: 'unreviewed' | 'reviewed';
}

/** A fragment as served. */
export interface ServedFragment {
  id: string;
  entityId: string;
  locator: Locator[];
  /** Empty unless exposed as text. */
  text: string;
  disclosure: Disclosure;
  /** Present exactly when exposed as semantic. */
  projection?: ServedProjection;
  attribution?: Attribution[];
  date?: string;
  /** Only when exposed as text. */
  summary?: string;
  /** Only when exposed as text. */
  themes?: string[];
}

/** A fragment with its exact vector, or with sign bits in its place (decisions 1.3). */
export type ServedEntry =
  | { fragment: ServedFragment; vector: ArrayLike<number>; embeds?: Embeds }
  | { fragment: ServedFragment; bits: Uint8Array; embeds: Embeds };

/** How sign bits are made and read; belongs to the embedder, never fitted on the archive. */
export interface CodesSpec {
  /** Bits a fragment: the smaller of 256 and the dimensions. */
  bits: number;
  /** Seed of the projection that models wider than 256 dimensions pass; an unsigned 32-bit integer. */
  seed: number;
  /** Centre that is subtracted from unit vectors; absent means zero. */
  mean?: number[];
  /** Line from the estimate to the embedder's public cosine scale: `a·x + c`. */
  line: { a: number; c: number };
}

/** What a served index says about the archive and its embedder. */
export interface ServedAbout {
  name?: string;
  author?: string;
  /** The archive is openly fictional. */
  fixture?: boolean;
  reach?: 'lexical' | 'semantic';
  /** Score floor calibrated for this index. */
  floor?: number;
  /** Cap on released coarse scores. */
  scoreCap?: number;
  /** How words and vectors become one score with this embedder; see `Fusion` of `@archive/retrieve`. */
  fusion?: { knots: (readonly [share: number, lift: number])[] };
}

/** A served index in memory; as interchange JSON, vectors are arrays and bits are base64. */
export interface ServedIndexData {
  version: 4;
  kind: 'served';
  /** UTC date on which the served content last changed. */
  builtAt: string;
  model: string;
  dimensions: number;
  entities: ServedEntity[];
  entries: ServedEntry[];
  /** Present exactly when an entry holds bits. */
  codes?: CodesSpec;
  about?: ServedAbout;
}

/** One fragment as retrieval wants it. */
export interface RetrievalIndexEntry {
  fragment: Fragment;
  vector?: ArrayLike<number>;
  bits?: Uint8Array;
  embeds?: Embeds;
}

/** An index made ready for retrieval; has the shape of the port of `@archive/retrieve`. */
export interface IndexForRetrieval {
  entities: ReadonlyMap<string, Entity>;
  /** An array, or a list that reads a fragment when it is asked for. */
  entries: EntryList<RetrievalIndexEntry>;
  model: string;
  dimensions: number;
  codes?: {
    bits: number;
    /** The query after the projection and centring that the bits went through. */
    encodeQuery(vector: ArrayLike<number>): Float64Array;
    line: { a: number; c: number };
  };
  floor?: number;
  scoreCap?: number;
  /** Stated by an index that was opened from chunks. */
  columns?: RetrievalColumns;
  /** Stated by an index that was opened from chunks and holds exact rows. */
  byteCodes?: ByteCodes;
  /** Postings over what a hit may show. */
  lexical?: IndexPostings;
  /** How words and vectors become one score with the embedder of this index. */
  fusion?: NonNullable<ServedAbout['fusion']>;
}

/** An opened served index: what the serving process searches, with the counts it may state. */
export interface ServedIndex extends IndexForRetrieval {
  builtAt: string;
  entityCount: number;
  fragmentCount: number;
  about: ServedAbout;
  /** Number of the generation it was read from; absent when read from a single file. */
  seq?: number;
  /** Digest of what was read, 64 hex digits. */
  sha256: string;
}
