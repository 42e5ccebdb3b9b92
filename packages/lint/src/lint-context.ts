/**
 * What the assertions of this package share: reading their options, and turning a finding into the one error.
 */
import type { TextPosition } from '@archive/text';
import { checkLintPolicy } from './lint-policy.ts';
import type { PrivateTextMatcher } from './private-text-matcher.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';
import type { RunWindow } from './run-window.ts';

/** The sizes an assertion may be called with. */
export interface WindowOptions {
  /** Words of a run that trips, 3 to 8; default: the window of the matcher, else 5. */
  readonly ngramWords?: number | undefined;
  /** Characters of a run that trips, 6 to 24; default: the window of the matcher, else 12. */
  readonly ngramChars?: number | undefined;
  /** Names and titles that add nothing to a run; default: those of the matcher, else none. */
  readonly terms?: readonly string[] | undefined;
}

/**
 * The window an assertion uses with a matcher.
 *
 * @throws {LintPolicyError} when a size is out of range
 */
export function windowFor(options: WindowOptions, { window }: PrivateTextMatcher): RunWindow {
  const { ngramWords, ngramChars, terms } = options;
  if (ngramWords === undefined && ngramChars === undefined && terms === undefined) return window;
  checkLintPolicy({
    ...(ngramWords !== undefined && { ngramWords }),
    ...(ngramChars !== undefined && { ngramChars }),
    ...(terms !== undefined && { terms: [...terms] }),
  });
  return {
    words: ngramWords ?? window.words,
    chars: ngramChars ?? window.chars,
    terms: terms ?? window.terms,
  };
}

/** The error for a run shared with `source`, which is named in our words. */
export function sharedRunError(
  path: string,
  field: string,
  source: string,
  positions: TextPosition,
): PublicSafeLintError {
  const { unit, from, to } = positions;
  return new PublicSafeLintError({
    path,
    field,
    rule: 'shared-run',
    problem: `shares a run with ${source} at ${unit} ${from}–${to}`,
    positions,
  });
}
