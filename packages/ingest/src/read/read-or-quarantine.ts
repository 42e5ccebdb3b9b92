/**
 * Reads one file, or puts it into quarantine with a reason (decisions 1.7): it is never read by halves.
 */
import type { QuarantinedFile } from '../build/archive-reading.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { SourceFile } from './list-sources.ts';
import { readBytes } from './read-bytes.ts';
import type { ReadingContext } from './reading-context.ts';

/** How much of a quarantined file is kept for the ratchet, in bytes. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** The text of a file as well as it can be decoded, for comparison alone; empty when it cannot be opened. */
async function roughText({ real }: SourceFile): Promise<string> {
  try {
    const bytes = await readBytes(real, KEPT_BYTES / (1024 * 1024));
    const isUtf16 =
      (bytes[0] === 0xff && bytes[1] === 0xfe) ||
      bytes.subarray(0, 64).filter((byte, at) => at % 2 === 1 && byte === 0).length > 16;
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes).replaceAll('\0', '');
  } catch {
    return '';
  }
}

function entryFor(path: string, error: unknown): QuarantinedFile {
  if (error instanceof FileRefusedError) {
    const { field, reason, help } = error;
    return { path, field, reason, ...(help === undefined ? {} : { help }) };
  }
  // Not foreseen, such as a stack that ran out on deep nesting. The message may quote the file, so it is not kept.
  return {
    path,
    field: 'file',
    reason: 'it could not be read to its end',
    help: 'simplify the file, or take it out of the collection',
  };
}

/**
 * Runs a reader on a file; what it throws becomes a quarantine entry.
 *
 * @returns undefined when the file was quarantined
 */
export async function readOrQuarantine<T>(
  file: SourceFile,
  context: Pick<ReadingContext, 'tallies'>,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    context.tallies.quarantined.push(entryFor(file.path, error));
    const text = await roughText(file);
    if (text.trim() !== '') context.tallies.quarantinedTexts.push(text);
    return undefined;
  }
}
