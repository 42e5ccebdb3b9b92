/**
 * Reads the bytes of one file that a walk found, and no other: what changed into a link or a pipe since is refused.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { FileRefusedError } from '../files/file-refused-error.ts';

const MIB = 1024 * 1024;

/** Links at the end of the path are not followed, and a pipe does not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function openPlain(real: string): Promise<FileHandle> {
  try {
    return await open(real, FLAGS);
  } catch (cause) {
    const code = String((cause as { code?: unknown }).code);
    const reason = code === 'ELOOP' ? 'it became a link while it was read' : `it cannot be opened (${code})`;
    throw new FileRefusedError({
      field: 'file',
      reason,
      help: 'check that the file is there and can be read',
      cause,
    });
  }
}

/**
 * Reads a file.
 *
 * @param real  absolute path without links
 * @param maxMiB  largest size in MiB
 * @throws {FileRefusedError} when it is too large, cannot be opened, or is no longer the file that was found
 */
export async function readBytes(real: string, maxMiB: number): Promise<Uint8Array> {
  const handle = await openPlain(real);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new FileRefusedError({ field: 'file', reason: 'it is not a file any more' });
    // A folder on the way may have become a link between the walk and now.
    if ((await realpath(real).catch(() => '')) !== real)
      throw new FileRefusedError({ field: 'file', reason: 'it was moved while it was read' });
    if (stats.size > maxMiB * MIB) throw tooLarge(maxMiB);
    const bytes = await handle.readFile();
    if (bytes.length > maxMiB * MIB) throw tooLarge(maxMiB);
    return bytes;
  } finally {
    await handle.close();
  }
}

function tooLarge(maxMiB: number): FileRefusedError {
  return new FileRefusedError({
    field: 'limits.fileMiB',
    reason: `it is larger than the bound of ${maxMiB} MiB`,
    help: 'split the file, or raise limits.fileMiB in the config',
  });
}
