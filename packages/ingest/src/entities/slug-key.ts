/**
 * The secret that digests of private names are keyed with: made once, kept beside the private index.
 *
 * The file appears whole or not at all. One that is not a key is never replaced unseen, since ids would change.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';

const KEY_BYTES = 32;
const FOLDER = 'keys';
const FILE = 'slug.key';
/** What a file system says that has no hard links. */
const WITHOUT_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Raised when the key of private ids is there and is no key. */
export class SlugKeyError extends ArchiveError {
  constructor({ file, cause }: { file: string; cause?: unknown }) {
    super('slug-key', {
      message: `the key of private ids, \`${file}\`, is not a file of ${KEY_BYTES} bytes`,
      help: 'put it back from a copy, or delete it: ids of private works whose names are not Latin then change',
      cause,
    });
  }
}

async function existingKey(file: string): Promise<Uint8Array | undefined> {
  let key: Uint8Array;
  try {
    key = await readFile(file);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT') return undefined;
    throw code === 'EISDIR' ? new SlugKeyError({ file, cause: error }) : error;
  }
  if (key.length !== KEY_BYTES) throw new SlugKeyError({ file });
  return key;
}

/** Writes a key under a name of its own, and gives it the name of the key unless another run was first. */
async function makeKey(file: string): Promise<void> {
  const draft = path.join(path.dirname(file), `.${FILE}.${randomBytes(8).toString('hex')}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(KEY_BYTES));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch(async (error: unknown) => {
      if (!WITHOUT_LINKS.has((error as { code?: unknown }).code)) throw error;
      await rename(draft, file);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Reads the key of an output folder, and makes it when there is none; the file is the owner's alone.
 *
 * Before the first build there is no output folder, and nothing is written: the key is then good for one reading. Losing
 * the file changes the ids of private works whose names are not Latin, and nothing else.
 *
 * @throws {SlugKeyError} when the file is there and is no key
 */
export async function ensureSlugKey(out: string): Promise<Uint8Array> {
  const file = path.join(out, FOLDER, FILE);
  const known = await existingKey(file);
  if (known !== undefined) return known;
  if (!(await stat(out).catch(() => undefined))?.isDirectory()) return randomBytes(KEY_BYTES);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await makeKey(file);
  const made = await existingKey(file);
  if (made === undefined) throw new SlugKeyError({ file });
  return made;
}
