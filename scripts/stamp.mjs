/**
 * Decides whether work done earlier still stands, by a stamp file that is written last.
 *
 * The stamp holds a digest of everything the work depended on. A stamp that is missing or differs means "do it
 * again", so a run that was cut off is repeated.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Runs `work` unless the stamp says that it was done for this digest and `stands` agrees.
 *
 * @param {string} stampFile
 * @param {string} digest
 * @param {() => boolean} stands whether what the work made is still there
 * @param {() => Promise<void>} work
 */
export async function unlessStamped(stampFile, digest, stands, work) {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
  if (stamp === digest && stands()) return;
  rmSync(stampFile, { force: true });
  await work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, digest);
}

/**
 * Digest of strings, order and borders included.
 *
 * @param {readonly string[]} parts
 */
export function digestOf(parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * One line for each file below a folder (or for the file itself): path, size and time of change. Tests are left out:
 * no build depends on them.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function fileTraces(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [`${path} missing`];
  if (status.isDirectory()) {
    return readdirSync(path)
      .sort()
      .filter((name) => name !== 'node_modules' && !/\.(test|test-d|fixture)\.ts$/.test(name))
      .flatMap((name) => fileTraces(join(path, name)));
  }
  return [`${path} ${status.size} ${status.mtimeMs}`];
}
