/**
 * An author forbids a gist, or takes that back. A veto survives edits and redrafts.
 */
import type { Projections } from '@archive/index';
import { type AuthorContext, fragmentOf, storedOf, withProjection } from './author-context.ts';

/**
 * Forbids the release of a gist. Vetoing twice changes nothing.
 *
 * @throws {UnknownFragmentError} when the work has no such fragment
 * @throws {NoGistError} when it has no gist; set its exposure to keep it from being described at all
 */
export function vetoGist(projections: Projections, fragmentId: string, context: AuthorContext): Projections {
  const input = fragmentOf(fragmentId, context);
  const stored = storedOf(projections, fragmentId, context);
  if (stored.vetoed === true) return projections;
  return withProjection(
    projections,
    input,
    { ...stored, vetoed: true },
    { action: 'vetoed', at: context.at },
  );
}

/** Takes a veto back; without one nothing changes. Throws as {@link vetoGist} does. */
export function unvetoGist(
  projections: Projections,
  fragmentId: string,
  context: AuthorContext,
): Projections {
  const input = fragmentOf(fragmentId, context);
  const stored = storedOf(projections, fragmentId, context);
  if (stored.vetoed !== true) return projections;
  const { vetoed: _vetoed, ...rest } = stored;
  return withProjection(projections, input, rest, { action: 'unvetoed', at: context.at });
}
