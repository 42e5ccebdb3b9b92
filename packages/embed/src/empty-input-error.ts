/**
 * The refusal of a text without anything to embed: it would have a zero vector, which has no direction.
 */
import { ArchiveError } from '@archive/contract';

/** A text that holds nothing an embedder can read. */
export class EmptyInputError extends ArchiveError {
  /** Position in the list of texts, from 0. */
  readonly position: number;

  constructor(options: { position: number; cause?: unknown }) {
    super('empty-input', {
      message: `text ${options.position} of the batch holds nothing that can be embedded`,
      help: 'leave out texts that are blank or hold only invisible characters',
      cause: options.cause,
    });
    this.position = options.position;
  }
}
