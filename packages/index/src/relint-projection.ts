/**
 * Gives a stored projection back its verdict by lint: a file says `passed`, only the text can prove it.
 */
import type { SemanticProjection } from '@archive/contract/private';
import { assertSemanticProjection, PublicSafeLintError } from '@archive/lint';
import type { StoredProjection } from './stored-projection.ts';

/** What a gist is compared with, as the lint takes it. */
export type GistContext = Parameters<typeof assertSemanticProjection>[1];

/**
 * Lints the gist of a stored projection.
 *
 * @throws {PublicSafeLintError} when a gist that the file calls passed does not pass
 */
export function relintProjection(stored: StoredProjection, context: GistContext): SemanticProjection {
  if (stored.lint === 'failed') return stored;
  return { ...stored, gist: assertSemanticProjection(stored.gist, context) };
}

/** As {@link relintProjection}, but a gist that does not pass is kept as a failed draft for its author. */
export function relintOrKeepAsDraft(stored: StoredProjection, context: GistContext): SemanticProjection {
  try {
    return relintProjection(stored, context);
  } catch (error) {
    if (!(error instanceof PublicSafeLintError) || stored.lint === 'failed') throw error;
    const { gist, ...rest } = stored;
    return { ...rest, lint: 'failed', draft: gist };
  }
}
