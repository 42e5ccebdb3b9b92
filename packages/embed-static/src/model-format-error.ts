/**
 * The refusal of bytes that are no model of this format, or whose header contradicts itself.
 */
import { ArchiveError } from '@archive/contract';

/** Bytes that cannot be read as a static model. */
export class ModelFormatError extends ArchiveError {
  /** Where: `magic`, a field of the header such as `sections.rows`, or a section. */
  readonly field: string;

  constructor(options: { field: string; message: string; help?: string; cause?: unknown }) {
    super('model-format', {
      message: options.message,
      help:
        options.help ??
        'take the model file of a release of @archive/embed-static that this version can read',
      cause: options.cause,
    });
    this.field = options.field;
  }
}
