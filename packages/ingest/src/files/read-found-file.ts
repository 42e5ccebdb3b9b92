/**
 * Opens a file that a walk found, as the file it was then.
 *
 * A link put in its place since is not followed, a device or pipe is not waited for, and no more than the bound is read.
 */
import { constants, type FileHandle, open } from 'node:fs/promises';
import { FileRefusedError } from './file-refused-error.ts';
import type { FoundFile } from './walk-folder.ts';

const MIB = 1024 * 1024;
/** Largest file when the config states no bound, in MiB (decisions 4.7). */
export const DEFAULT_FILE_MIB = 64;

/**
 * Reads the bytes of a found file.
 *
 * @throws {FileRefusedError} when it is larger than `maxMiB`, is no longer a regular file, or cannot be opened
 */
export async function readFoundFile(
  { absolute }: Pick<FoundFile, 'absolute'>,
  maxMiB: number = DEFAULT_FILE_MIB,
): Promise<Buffer> {
  const handle = await openNoFollow(absolute);
  try {
    const facts = await handle.stat();
    if (!facts.isFile())
      throw new FileRefusedError({
        field: 'file',
        reason: 'it is no regular file',
        help: 'take it out of the folder',
      });
    if (facts.size > maxMiB * MIB) {
      throw new FileRefusedError({
        field: 'limits.fileMiB',
        reason: `it is larger than the bound of ${maxMiB} MiB a file`,
        help: 'split the file, or raise limits.fileMiB in the config',
      });
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function openNoFollow(absolute: string): Promise<FileHandle> {
  try {
    return await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    throw new FileRefusedError({
      field: 'file',
      reason: 'it cannot be opened',
      help: 'check its permissions',
      cause,
    });
  }
}
