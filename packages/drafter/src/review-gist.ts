/**
 * An author has looked at a gist: reviewed for the text it was made for, or accepted for a text that has changed.
 */
import { projectionContentHash, type Projections } from '@archive/index';
import { assertSemanticProjection } from '@archive/lint';
import {
  type AuthorContext,
  fragmentOf,
  isStale,
  StaleGistError,
  storedOf,
  withProjection,
} from './author-context.ts';
import { gistContextOf, withoutWords, wordsOf } from './lint-gist.ts';

/**
 * Marks a gist as reviewed. Reviewing twice changes nothing.
 *
 * @throws {StaleGistError} when the text changed since; `acceptGist` is the action for that
 * @throws {PublicSafeLintError} when it repeats the work after all, or is a draft that failed
 * @throws {UnknownFragmentError | NoGistError} when there is no such fragment or gist
 */
export function reviewGist(
  projections: Projections,
  fragmentId: string,
  context: AuthorContext,
): Projections {
  const input = fragmentOf(fragmentId, context);
  const stored = storedOf(projections, fragmentId, context);
  if (isStale(stored, input)) throw new StaleGistError(context);
  const gist = assertSemanticProjection(wordsOf(stored), gistContextOf(input, context));
  if (stored.review === 'reviewed' && stored.lint === 'passed') return projections;
  return withProjection(
    projections,
    input,
    { ...withoutWords(stored), review: 'reviewed', lint: 'passed', gist },
    { action: 'reviewed', at: context.at },
  );
}

/**
 * Accepts a gist for the present text: it passes the lint against it, takes its hash and is stale no longer. A failed
 * draft that passes now becomes the gist. Where nothing would change, nothing does.
 *
 * @param options.reviewed  also mark it as reviewed; default false, which keeps the review it has
 * @throws {PublicSafeLintError} when it repeats the present text
 * @throws {UnknownFragmentError | NoGistError} when there is no such fragment or gist
 */
export function acceptGist(
  projections: Projections,
  fragmentId: string,
  context: AuthorContext,
  { reviewed = false }: { reviewed?: boolean } = {},
): Projections {
  const input = fragmentOf(fragmentId, context);
  const stored = storedOf(projections, fragmentId, context);
  const gist = assertSemanticProjection(wordsOf(stored), gistContextOf(input, context));
  const review = reviewed ? 'reviewed' : stored.review;
  if (!isStale(stored, input) && stored.lint === 'passed' && stored.review === review) return projections;
  const { stale: _stale, ...rest } = withoutWords(stored);
  return withProjection(
    projections,
    input,
    { ...rest, review, contentHash: projectionContentHash(input.text), lint: 'passed', gist },
    { action: 'accepted', at: context.at },
  );
}
