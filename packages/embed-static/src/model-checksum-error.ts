/**
 * The refusal of a model file that is not the one that was meant: damaged, changed, or another model.
 */
import { ArchiveError } from '@archive/contract';

/** A model file whose SHA-256 is not one of those expected. */
export class ModelChecksumError extends ArchiveError {
  /** Lower-case hexadecimal. */
  readonly actual: string;
  /** Lower-case hexadecimal, one for each model that would have done. */
  readonly expected: readonly string[];
  /** Parts that differ from the file's own header: `header` or names of sections; empty when the file agrees with itself. */
  readonly damaged: readonly string[];

  constructor(options: {
    actual: string;
    expected: readonly string[];
    damaged: readonly string[];
    cause?: unknown;
  }) {
    const { damaged } = options;
    super('model-checksum', {
      message:
        damaged.length > 0
          ? `the model file is damaged (${damaged.join(', ')}): its checksum is \`${options.actual}\``
          : `the model file is not the one expected: its checksum is \`${options.actual}\``,
      help:
        damaged.length > 0
          ? 'install @archive/embed-static again, or fetch the model file again'
          : 'use the model file of this release, or pass the sha256 of a model of your own',
      cause: options.cause,
    });
    this.actual = options.actual;
    this.expected = options.expected;
    this.damaged = damaged;
  }
}
