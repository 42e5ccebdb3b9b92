/**
 * A choice of drafter that cannot be honoured: found before any text is read.
 */
import { ArchiveError } from '@archive/contract';

/** A setting of a drafter that is missing or cannot be used. */
export class DraftConfigError extends ArchiveError {
  /** Name of the setting, such as `model`. */
  readonly setting: string;

  constructor(options: { setting: string; message: string; help?: string }) {
    super('draft-config', options);
    this.setting = options.setting;
  }
}
