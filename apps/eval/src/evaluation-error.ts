/**
 * An evaluation that was called the wrong way.
 */
import { ArchiveError, type ArchiveErrorOptions } from '@archive/contract';

/** Its code is `misuse`, which commands end with exit code 2 for. */
export class EvaluationUsageError extends ArchiveError {
  constructor(options: ArchiveErrorOptions) {
    super('misuse', options);
  }
}
