/**
 * A stored description of a fragment: proposed by the system, authorised by the author. Private material.
 */
import type { LintedGist } from './linted-gist.ts';

/** What every projection states, whether its lint passed or not. */
export interface ProjectionBase {
  source: 'generated' | 'edited';
  review: 'unreviewed' | 'reviewed';
  vetoed?: boolean;
  /** An edited gist whose fragment text changed afterwards; not servable. */
  stale?: boolean;
  /** First 16 hex digits of sha1 over the whole fragment text the gist was made against. */
  contentHash: string;
  model?: string;
  promptVersion?: string;
  generatedAt?: string;
}

/** A gist that passed the lint, or a draft that did not and is kept for the author. */
export type SemanticProjection =
  | (ProjectionBase & { lint: 'passed'; gist: LintedGist })
  | (ProjectionBase & { lint: 'failed'; draft: string });
