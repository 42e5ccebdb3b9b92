/**
 * The refusal of a model file that ends too early, as after a download that broke off.
 */
import { ArchiveError } from '@archive/contract';

/** A model file that is shorter than its header says. */
export class TruncatedModelError extends ArchiveError {
  /** Bytes there are. */
  readonly actualBytes: number;
  /** Bytes there should be, as far as they can be told. */
  readonly expectedBytes: number;

  constructor(options: { actualBytes: number; expectedBytes: number; cause?: unknown }) {
    super('model-truncated', {
      message: `the model file ends after ${options.actualBytes} of at least ${options.expectedBytes} bytes`,
      help: 'install @archive/embed-static again, or fetch the model file again',
      cause: options.cause,
    });
    this.actualBytes = options.actualBytes;
    this.expectedBytes = options.expectedBytes;
  }
}
