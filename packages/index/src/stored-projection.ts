/**
 * A projection as a file states it.
 *
 * Its gist is a plain string: `passed` in a file is a word, and only a lint beside the text makes it a
 * `SemanticProjection` again; see `relintProjection`.
 */

/** A stored projection; the same fields as `SemanticProjection`, without the brand. */
export type StoredProjection = {
  source: 'generated' | 'edited';
  review: 'unreviewed' | 'reviewed';
  vetoed?: boolean;
  /** An edited gist whose fragment text changed afterwards. */
  stale?: boolean;
  /** Hash of the text it was made against; see `projectionContentHash`. */
  contentHash: string;
  model?: string;
  promptVersion?: string;
  generatedAt?: string;
} & ({ lint: 'passed'; gist: string } | { lint: 'failed'; draft: string });
