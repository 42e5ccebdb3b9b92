/**
 * May this short authored string travel with a work whose text does not?
 */
import { LintPolicyError } from './lint-policy-error.ts';
import { sharedRunError, windowFor, type WindowOptions } from './lint-context.ts';
import { PUBLIC_SAFE_MAX_CHARS } from './lint-defaults.ts';
import { shapeProblem } from './one-line.ts';
import { createTextMatcher, type PrivateTextMatcher } from './private-text-matcher.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';

/** What a field is checked against. */
export interface PublicSafeFieldContext extends WindowOptions {
  /** The file, index position or other address of the work; printed in the error. */
  readonly path: string;
  /** The name of the field; printed in the error. */
  readonly field: string;
  /** The text the field must not quote, or a matcher made from it. */
  readonly privateText: string | PrivateTextMatcher;
  /** Longest allowed, in code points, 1 to 2048; default 120. */
  readonly maxChars?: number | undefined;
  /** `false`: check the shape only. For a title that is public by construction; default `true`. */
  readonly checkText?: boolean | undefined;
  /** A string that is released anyway, such as a declared-public title: runs that stand in it whole do not count. */
  readonly released?: string | undefined;
}

/**
 * Checks that a string that travels is one visible line of bounded length and shares no run with private text.
 *
 * @returns the string, unchanged
 * @throws {PublicSafeLintError} naming path, field and position; never the string or the run
 * @throws {LintPolicyError} when a size is out of range
 */
export function assertPublicSafeField(value: string, context: PublicSafeFieldContext): string {
  const { path, field, privateText, maxChars = PUBLIC_SAFE_MAX_CHARS } = context;
  if (!Number.isInteger(maxChars) || maxChars < 1 || maxChars > FIELD_CEILING_CHARS) {
    throw new LintPolicyError({
      field: 'maxChars',
      problem: `is not a whole number from 1 to ${FIELD_CEILING_CHARS}`,
      help: 'leave it out',
    });
  }
  const shape = shapeProblem(value, maxChars);
  if (shape !== undefined) throw new PublicSafeLintError({ path, field, ...shape });
  if (context.checkText === false) return value;
  const matcher = typeof privateText === 'string' ? createTextMatcher(privateText) : privateText;
  const positions = matcher.firstRun(value, {
    window: windowFor(context, matcher),
    released: context.released,
  });
  if (positions !== undefined) throw sharedRunError(path, field, 'the private text', positions);
  return value;
}

/** What the wire allows a structural string to have. */
const FIELD_CEILING_CHARS = 2048;
