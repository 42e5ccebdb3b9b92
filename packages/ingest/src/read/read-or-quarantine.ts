/**
 * Reads one file, or puts it into quarantine with a reason (decisions 1.7): it is never read by halves.
 */
import type { QuarantinedFile } from '../build/archive-reading.ts';
import { decodeRough } from '../files/decode-rough.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseFrontMatter } from '../front-matter/parse-front-matter.ts';
import { spokenWords } from '../transcripts/spoken-words.ts';
import type { SourceFile } from './list-sources.ts';
import { readBytes } from './read-bytes.ts';
import type { ReadingContext } from './reading-context.ts';
import { extensionOf } from './work-identity.ts';

const MIB = 1024 * 1024;

/** What a reader would take for the words of a text, without refusing any. */
function roughWords(text: string, extension: string): string {
  if (extension === '.vtt' || extension === '.srt')
    return spokenWords(text, extension === '.vtt' ? 'vtt' : 'srt');
  try {
    return parseFrontMatter(text).body;
  } catch {
    return text;
  }
}

/**
 * The words of a file as well as they can be told, for comparison alone; none when it cannot be opened.
 *
 * Of a file beyond the bound of reading only the beginning is kept, and a notice says so.
 */
async function roughTexts(
  { real, relative, path, size }: SourceFile,
  { fileMiB, tallies }: Pick<ReadingContext, 'tallies' | 'fileMiB'>,
): Promise<string[]> {
  try {
    const bytes = await readBytes(real, fileMiB, { isCut: true });
    if (size > fileMiB * MIB)
      tallies.notices.push(
        `only the beginning of ${path} is remembered against an unseen release, since it is larger than limits.fileMiB`,
      );
    return decodeRough(bytes).map((text) => roughWords(text, extensionOf(relative)));
  } catch {
    return [];
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
 * @param files  every file whose words stay out with it, for the ratchet; default the file alone
 * @returns undefined when the file was quarantined
 */
export async function readOrQuarantine<T>(
  file: SourceFile,
  context: Pick<ReadingContext, 'tallies' | 'fileMiB' | 'onQuarantinedText'>,
  read: () => Promise<T>,
  files: readonly SourceFile[] = [file],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    context.tallies.quarantined.push(entryFor(file.path, error));
    for (const source of files) {
      for (const text of await roughTexts(source, context))
        if (text.trim() !== '') context.onQuarantinedText?.(text);
    }
    return undefined;
  }
}
