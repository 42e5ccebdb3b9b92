/**
 * A suite or a list of canaries that cannot be used.
 */
import { ArchiveError } from '@archive/contract';

/** Names file, query and field; never a canary, and no value of any field. */
export class GoldSuiteError extends ArchiveError {
  /** The file, as the caller named it. */
  readonly path: string;

  constructor(path: string, problem: string, options: { help?: string; cause?: unknown } = {}) {
    super('gold-suite', {
      message: `${path}: ${problem}`,
      help: options.help ?? 'see docs/reference/gold-suite.md for every key',
      ...(options.cause === undefined ? {} : { cause: options.cause }),
    });
    this.path = path;
  }
}
