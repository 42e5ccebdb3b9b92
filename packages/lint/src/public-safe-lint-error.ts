/**
 * The one error of every lint: a string that must not be released as it stands.
 *
 * It says which string (path and field), which rule, and where in the string under test. It never holds the string, the
 * shared run, or anything else of the private text: this message is what a build, a CI log or a loader prints.
 */
import { ArchiveError } from '@archive/contract';
import type { TextPosition } from '@archive/text';

/** What is wrong with the string. */
export type LintRule =
  | 'blank'
  | 'line-break'
  | 'ill-formed'
  | 'hidden-characters'
  | 'too-long'
  | 'shared-run';

/** What a {@link PublicSafeLintError} is made from. */
export interface PublicSafeLintErrorOptions {
  /** The file, index position or other address of the work, as the caller names it. */
  readonly path: string;
  /** The field under test, such as `title` or `fragments[3].locator[0].value`. */
  readonly field: string;
  /** What is wrong with the string. */
  readonly rule: LintRule;
  /** The end of the sentence that begins with path and field. */
  readonly problem: string;
  /** Where in the string under test; only for a shared run. */
  readonly positions?: TextPosition | undefined;
  /** The error this one was made from, if any. */
  readonly cause?: unknown;
}

/** A string that the lint refuses to release. */
export class PublicSafeLintError extends ArchiveError {
  /** The file, index position or other address of the work, as the caller named it. */
  readonly path: string;
  /** The field under test. */
  readonly field: string;
  /** What is wrong with the string. */
  readonly rule: LintRule;
  /** First offending window, 1-based, both ends inclusive, in the string as written; undefined for rules of shape. */
  readonly positions: TextPosition | undefined;

  constructor({ path, field, rule, problem, positions, cause }: PublicSafeLintErrorOptions) {
    super('public-safe-lint', { message: `${path}: ${field} ${problem}`, help: REMEDIES[rule], cause });
    this.path = path;
    this.field = field;
    this.rule = rule;
    this.positions = positions;
  }
}

const REMEDIES: Readonly<Record<LintRule, string>> = {
  blank: 'write something a reader can see, or leave the field out',
  'line-break': 'put the string on one line, without tabs or other control characters',
  'ill-formed': 'the string was cut inside a character: write it again',
  'hidden-characters':
    'remove the characters that are invisible, unassigned or change the direction of the text',
  'too-long': 'shorten the string',
  'shared-run': 'say it in other words, or in another order',
};
