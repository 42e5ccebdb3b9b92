/**
 * The absence of a model file where one should be.
 */
import { ArchiveError } from '@archive/contract';

/** A model file that is not there or cannot be read. */
export class MissingModelError extends ArchiveError {
  /** Name of the file without its folder. */
  readonly file: string;

  constructor(options: { file: string; cause?: unknown }) {
    super('missing-model', {
      message: `the model file \`${options.file}\` is not there or cannot be read`,
      help: 'install @archive/embed-static again, or pass the path of a model file',
      cause: options.cause,
    });
    this.file = options.file;
  }
}
