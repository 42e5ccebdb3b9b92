/**
 * The reason why one file cannot be read with its policy; the reader turns it into a quarantine entry.
 *
 * Holds names of fields and positions only, never a value of the file.
 */
import { ArchiveError } from '@archive/contract';

/** What a refusal states about a file. */
export interface FileRefusal {
  /** The key at fault, or `file` when it is the file as a whole. */
  field: string;
  /** One lower-case sentence without any value. */
  reason: string;
  /** What to do about it. */
  help?: string;
  cause?: unknown;
}

/** A file that is left out because its content or its policy cannot be read with certainty. */
export class FileRefusedError extends ArchiveError {
  /** The key at fault, or `file`. */
  readonly field: string;
  /** One lower-case sentence without any value. */
  readonly reason: string;

  constructor(refusal: FileRefusal) {
    super('file-refused', {
      message: `${refusal.field}: ${refusal.reason}`,
      help: refusal.help ?? 'correct the file, or take it out of the collection',
      cause: refusal.cause,
    });
    this.field = refusal.field;
    this.reason = refusal.reason;
  }
}
