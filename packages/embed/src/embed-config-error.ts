/**
 * A choice of embedder that cannot be honoured: found before any text is read.
 */
import { ArchiveError } from '@archive/contract';

/** A setting of an embedder that is missing, unknown or out of range. */
export class EmbedConfigError extends ArchiveError {
  /** Name of the setting, such as `model`. */
  readonly setting: string;

  constructor(options: { setting: string; message: string; help?: string; cause?: unknown }) {
    super('embed-config', options);
    this.setting = options.setting;
  }
}
