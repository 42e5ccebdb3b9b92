/**
 * The one predicate that decides whether a stored gist may be served; every later check cites it.
 */
import type { Entity } from './entity.ts';
import type { Fragment } from './fragment.ts';
import type { LintedGist } from './linted-gist.ts';
import type { SemanticProjection } from './projection.ts';

/** A projection whose gist passed the lint. */
export type PassedProjection = Extract<SemanticProjection, { lint: 'passed' }> & { gist: LintedGist };

/**
 * Says whether the gist of a fragment may be served: it passed the lint, is neither vetoed nor stale, and is
 * reviewed where the work requires review.
 */
export function isServableGist<F extends Pick<Fragment, 'projection'>>(
  fragment: F,
  entity: Pick<Entity, 'policy'>,
): fragment is F & { projection: PassedProjection } {
  const projection = fragment.projection;
  return (
    projection !== undefined &&
    projection.lint === 'passed' &&
    projection.vetoed !== true &&
    projection.stale !== true &&
    (entity.policy?.requireReview !== true || projection.review === 'reviewed')
  );
}
