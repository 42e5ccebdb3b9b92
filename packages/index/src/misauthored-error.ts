/**
 * Something an author declared that the policy cannot mean, such as private text to be shown as text.
 */
import { ArchiveError } from '@archive/contract';

/** Raised at build for a declaration that has to be changed by its author. */
export class MisauthoredError extends ArchiveError {
  /** The file, or the place in the index, that holds the declaration. */
  readonly path: string;
  /** The key at fault. */
  readonly field: string;

  constructor({
    path,
    field,
    problem,
    help,
  }: { path: string; field: string; problem: string; help: string }) {
    super('misauthored', { message: `${path}: ${field} ${problem}`, help });
    this.path = path;
    this.field = field;
  }
}
