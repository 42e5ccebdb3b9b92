/**
 * The error for what an author declares about the lint of a work: sizes out of range, terms that may not be declared.
 */
import { ArchiveError } from '@archive/contract';

/** A lint policy that cannot be accepted. Names the field and the place in a list, never a declared term. */
export class LintPolicyError extends ArchiveError {
  /** The field at fault, such as `policy.lint.ngramWords` or `policy.lint.terms[2]`. */
  readonly field: string;

  constructor(options: { field: string; problem: string; help: string; cause?: unknown }) {
    super('lint-policy', {
      message: `${options.field} ${options.problem}`,
      help: options.help,
      cause: options.cause,
    });
    this.field = options.field;
  }
}
