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
 * @param isCut  read the whole lines of a larger file that lie within the bound, instead of refusing it
 * @throws {FileRefusedError} when it is too large, cannot be opened, or is no longer the file that was found
 */
export async function readBytes(
  real: string,
  maxMiB: number,
  { isCut = false }: { isCut?: boolean } = {},
): Promise<Uint8Array> {
  const handle = await openPlain(real);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new FileRefusedError({ field: 'file', reason: 'it is not a file any more' });
    // A folder on the way may have become a link between the walk and now.
    if ((await realpath(real).catch(() => '')) !== real)
      throw new FileRefusedError({ field: 'file', reason: 'it was moved while it was read' });
    if (stats.size > maxMiB * MIB) {
      if (isCut) return await beginningOf(handle, maxMiB * MIB);
      throw tooLarge(maxMiB);
    }
    const bytes = await handle.readFile();
    if (bytes.length <= maxMiB * MIB) return bytes;
    if (isCut) return wholeLines(bytes.subarray(0, maxMiB * MIB));
    throw tooLarge(maxMiB);
  } finally {
    await handle.close();
  }
}

async function beginningOf(handle: FileHandle, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return wholeLines(bytes.subarray(0, filled));
}

/** Without the line at the end that was cut, so that no character is; all of it when it is one line. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function tooLarge(maxMiB: number): FileRefusedError {
  return new FileRefusedError({
    field: 'limits.fileMiB',
    reason: `it is larger than the bound of ${maxMiB} MiB`,
    help: 'split the file, or raise limits.fileMiB in the config',
  });
}
