/**
 * Writes files so that a reader, or a crash, sees the old content or the new one and nothing between.
 *
 * A temporary file beside the target is written, flushed to disk and renamed over it; then the folder is flushed.
 * Everything this package writes is for its owner only: files 0600.
 */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Mode of every file: read and write for the owner, nothing for others. */
export const FILE_MODE = 0o600;
/** Mode of every folder. */
export const FOLDER_MODE = 0o700;

/** One piece of a file; many pieces spare one string or buffer of the whole. */
export type Chunk = string | Uint8Array;

/** Replaces a file in one step; on failure the old file stands and no temporary one is left. */
export async function writeFileAtomic(path: string, chunks: Iterable<Chunk>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFileFlushed(temporary, chunks);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Writes a new file and flushes it to disk; refuses to write over an existing one. */
export async function writeFileFlushed(path: string, chunks: Iterable<Chunk>): Promise<void> {
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    for (const batch of batches(chunks)) await handle.writeFile(batch);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the names in a folder to disk; where the system cannot do that for folders, nothing happens. */
export async function flushFolder(path: string): Promise<void> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, 'r');
  } catch {
    return; // Some systems do not open folders.
  }
  try {
    await handle.sync();
  } catch {
    // Some file systems do not flush folders; the rename above is all they offer.
  } finally {
    await handle.close();
  }
}

/** Joins small pieces, so that an index of many entries is not written one line at a time. */
function* batches(chunks: Iterable<Chunk>): Generator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    pending.push(bytes);
    size += bytes.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
}

const BATCH_BYTES = 4 * 1024 * 1024;
