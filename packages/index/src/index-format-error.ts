/**
 * An index, or a file beside it, that cannot be trusted: wrong shape, wrong strip, wrong digest.
 *
 * The message names the file and the field and says what is wrong with it; it never repeats a value, because the value
 * may be private text.
 */
import { ArchiveError } from '@archive/contract';

/** What went wrong, and where. */
export interface IndexFormatProblem {
  /** What was read: `private index`, `served index`, `projections file`, … */
  subject: string;
  /** Path of the file, when there is one. */
  file?: string | undefined;
  /** Where in it, such as `entries[12].fragment.date`; absent when the whole is at fault. */
  field?: string | undefined;
  /** What is wrong, as the end of a sentence: `is missing`. */
  problem: string;
  help?: string;
  cause?: unknown;
}

/** Raised when an index file or value is refused. */
export class IndexFormatError extends ArchiveError {
  /** Path of the file, when there is one. */
  readonly file: string | undefined;
  /** Where in it; undefined when the whole is at fault. */
  readonly field: string | undefined;

  constructor({ subject, file, field, problem, help = REBUILD, cause }: IndexFormatProblem) {
    const where = file === undefined ? subject : `${subject} \`${file}\``;
    super('index-format', {
      message: field === undefined ? `${where} ${problem}` : `${where}: ${field} ${problem}`,
      help,
      cause,
    });
    this.file = file;
    this.field = field;
  }
}

/** The remedy for an index that was misbuilt or damaged. */
export const REBUILD = 'run `archive build` to make the index again';
/** The remedy for an index of an older schema. */
export const MIGRATE = 'run `archive migrate` to bring the index to the current schema';
