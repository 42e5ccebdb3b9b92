/**
 * The secret that digests of private names are keyed with: made once, kept beside the private index.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;
const FOLDER = 'keys';
const FILE = 'slug.key';

async function existingKey(file: string): Promise<Uint8Array | undefined> {
  try {
    const key = await readFile(file);
    return key.length === KEY_BYTES ? key : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads the key of an output folder, and makes it when there is none; the file is the owner's alone.
 *
 * Before the first build there is no output folder, and nothing is written: the key is then good for one reading. Losing
 * the file changes the ids of private works whose names are not Latin, and nothing else.
 */
export async function ensureSlugKey(out: string): Promise<Uint8Array> {
  const file = path.join(out, FOLDER, FILE);
  const known = await existingKey(file);
  if (known !== undefined) return known;
  const key = randomBytes(KEY_BYTES);
  if (!(await stat(out).catch(() => undefined))?.isDirectory()) return key;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    // Exclusive: of two first runs at once, one makes the key and the other reads it.
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(key);
    await handle.sync();
    await handle.close();
    return key;
  } catch (error) {
    const other = (error as { code?: unknown }).code === 'EEXIST' ? await existingKey(file) : undefined;
    if (other !== undefined) return other;
    throw error;
  }
}
