/**
 * What lexical search needs of an index: postings over what a hit may show, in typed arrays, segment by segment.
 *
 * `@archive/index` fits it structurally. Three lanes never mix: `text` holds what is public and exposed as text and alone
 * gives the statistics; `face` holds the titles, names and authored places of everything else that is served; `gist` holds
 * the released gists of those, apart, so that a hit narrowed to its place can be scored without one (decisions 1.5).
 */

/** A term made ready to be looked up in many segments. */
export interface LexicalKey {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Unsigned 32-bit hash of the bytes. */
  readonly hash: number;
}

/** Postings of one lane of a segment. Terms are numbered in the order of their UTF-8 bytes. */
export interface LexicalLane {
  /** Documents the lane holds; a document is an entry that has at least one term in it. */
  readonly documents: number;
  /** Sum of `lengths`. */
  readonly totalLength: number;
  /** Weighted number of terms of each entry of the segment, at most 65,535; 0 for one the lane does not hold. */
  readonly lengths: Uint16Array;
  readonly termCount: number;
  /** Postings of term n are `starts[n]` to `starts[n + 1]`, the latter excluded. */
  readonly starts: Uint32Array;
  /** Entry of each posting, counted from the start of the segment; rising within a term. */
  readonly places: Uint16Array;
  /** Weighted count of the term in that entry, 1 to 255. */
  readonly counts: Uint8Array;
  /** Largest count of each term. */
  readonly mostCounts: Uint8Array;
  /** Length of the shortest entry that holds each term. */
  readonly leastLengths: Uint16Array;
  /** Number of a term, or -1. */
  find(key: LexicalKey): number;
  /** Terms that begin with the key: first, and one past the last. */
  range(key: LexicalKey): readonly [from: number, to: number];
  /** UTF-8 of all terms, one after the other: term n is `textStarts[n]` to `textStarts[n + 1]`, the latter excluded. */
  readonly table: { readonly textStarts: Uint32Array; readonly text: Uint8Array };
  /** UTF-8 of a term, not to be changed. */
  bytesAt(term: number): Uint8Array;
  /** Writes a term out. */
  termAt(term: number): string;
  /** Whether a text holds the term as it is written, not only as a stem. */
  isWritten(term: number): boolean;
}

/** Postings of a run of entries. */
export interface LexicalSegment {
  /** Entries it covers, at most 65,536. */
  readonly size: number;
  readonly text: LexicalLane;
  readonly face: LexicalLane;
  readonly gist: LexicalLane;
  /**
   * The language each entry's words were stemmed in, by entry: 0 for undecided or nothing in the lane `text`, then one more
   * than its place in `TERM_LANGUAGES` of `@archive/text`.
   */
  readonly languageOf: Uint8Array;
}

/** Lexical structures of a whole index. */
export interface LexicalIndex {
  /** Version of the analyser that wrote every segment. */
  readonly analyzer: string;
  /** In the order of the entries; their sizes add up to the number of entries. */
  readonly segments: readonly LexicalSegment[];
  /** Makes a term ready to be looked up. */
  key(term: string): LexicalKey;
  /**
   * New position of each entry in a view that leaves some out, -1 for those; absent where positions are those of the
   * segments. What is left out counts in no statistic.
   */
  readonly positions?: Int32Array;
}
