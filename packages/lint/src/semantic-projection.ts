/**
 * May this description be served in place of a text? The only place where a `LintedGist` is earned.
 */
import type { LintedGist } from '@archive/contract';
import type { Entity } from '@archive/contract/private';
import { sharedRunError, windowFor, type WindowOptions } from './lint-context.ts';
import { GIST_MAX_CHARS } from './lint-defaults.ts';
import { checkLintPolicy } from './lint-policy.ts';
import { shapeProblem } from './one-line.ts';
import { assertQuotesNoOtherWork, type OtherWorksMatcher } from './other-works-matcher.ts';
import { createTextMatcher, type PrivateTextMatcher } from './private-text-matcher.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';

/** What a gist is checked against. */
export interface SemanticProjectionContext extends WindowOptions {
  /** The file, index position or fragment the gist belongs to; printed in the error. */
  readonly path: string;
  /** The text of the fragment the gist describes. */
  readonly fragmentText: string;
  /** The text of the whole work, as `entityLintText` joins it, where there is more than one fragment. */
  readonly entityText?: string | undefined;
  /** The matcher of the whole work: stands in for both texts and spares reading them again. */
  readonly matcher?: PrivateTextMatcher | undefined;
  /** Longest gist in code points, 80 to 800; default 400. */
  readonly maxChars?: number | undefined;
  /** The other works of the archive: a gist quotes no private work. */
  readonly others?: { readonly matcher: OtherWorksMatcher; readonly entity: Entity } | undefined;
}

/**
 * Checks that a gist is one visible line of bounded length and shares no run with its fragment, with the whole work, or,
 * where they are given, with the other private works.
 *
 * A matcher that was not made from this fragment's text does not stand in for it: the text is then read as well.
 *
 * @returns the gist, unchanged, as one that may be stored and served
 * @throws {PublicSafeLintError} naming path, position and which text; never the gist or the run
 * @throws {LintPolicyError} when a size is out of range
 */
export function assertSemanticProjection(gist: string, context: SemanticProjectionContext): LintedGist {
  const { path, fragmentText, entityText, matcher, maxChars = GIST_MAX_CHARS } = context;
  checkLintPolicy({ gistMaxChars: maxChars });
  const shape = shapeProblem(gist, maxChars);
  if (shape !== undefined) throw new PublicSafeLintError({ path, field: FIELD, ...shape });
  const refuseRun = (source: string, privateText: PrivateTextMatcher): void => {
    const positions = privateText.firstRun(gist, { window: windowFor(context, matcher ?? privateText) });
    if (positions !== undefined) throw sharedRunError(path, FIELD, source, positions);
  };
  if (matcher?.isMadeFrom(fragmentText) !== true)
    refuseRun('the text of its fragment', createTextMatcher(fragmentText));
  if (entityText !== undefined && entityText !== fragmentText)
    refuseRun('the text of its work', createTextMatcher(entityText));
  if (matcher !== undefined) refuseRun('the text of its work', matcher);
  if (context.others !== undefined)
    assertQuotesNoOtherWork(gist, { path, entity: context.others.entity, others: context.others.matcher });
  return gist as LintedGist;
}

const FIELD = 'gist';
