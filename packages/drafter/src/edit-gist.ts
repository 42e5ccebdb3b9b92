/**
 * An author writes a gist in their own words.
 */
import type { Projections } from '@archive/index';
import { projectionContentHash } from '@archive/index';
import { assertSemanticProjection } from '@archive/lint';
import { type AuthorContext, fragmentOf, withProjection } from './author-context.ts';
import { gistContextOf } from './lint-gist.ts';

/** How an edit is meant. */
export interface EditOptions {
  /**
   * Whether the writer has also looked at it as a reviewer does. Default false: where a work requires review, or the
   * words follow the text closely, writing them is not yet releasing them.
   */
  reviewed?: boolean;
}

/**
 * Stores a gist the author wrote, against the present text; white space around it is dropped.
 *
 * It clears `stale`, keeps a veto, and keeps the name of the model whose draft it may go back to. Stored for any
 * fragment of the work, whatever is asked for it; it is released only where `semantic` is.
 *
 * @throws {PublicSafeLintError} when it repeats the work, with the position; nothing is stored
 * @throws {UnknownFragmentError} when the work has no such fragment
 */
export function editGist(
  projections: Projections,
  fragmentId: string,
  gist: string,
  context: AuthorContext,
  { reviewed = false }: EditOptions = {},
): Projections {
  const input = fragmentOf(fragmentId, context);
  const linted = assertSemanticProjection(gist.trim(), gistContextOf(input, context));
  const before = projections.projections[fragmentId];
  const { vetoed, model, promptVersion, generatedAt } = before ?? {};
  return withProjection(
    projections,
    input,
    {
      source: 'edited',
      review: reviewed ? 'reviewed' : 'unreviewed',
      ...(vetoed === undefined ? {} : { vetoed }),
      contentHash: projectionContentHash(input.text),
      ...(model === undefined ? {} : { model }),
      ...(promptVersion === undefined ? {} : { promptVersion }),
      ...(generatedAt === undefined ? {} : { generatedAt }),
      lint: 'passed',
      gist: linted,
    },
    { action: reviewed ? 'edited-and-reviewed' : 'edited', at: context.at },
  );
}
