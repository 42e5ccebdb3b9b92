/**
 * Lets one build at a time write an output folder.
 *
 * A lock is a file that names the process holding it. It is made whole in one step, and a lock whose process is gone is
 * taken over, by one process only: a second file guards the moment of taking over. Meant for processes of one machine.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveError } from '@archive/contract';
import { FILE_MODE } from './atomic-write.ts';
import { codeOf } from './read-json.ts';

/** A lock that is held until it is released. */
export interface BuildLock {
  readonly path: string;
  release(): Promise<void>;
}

/** Raised when another process holds the lock. */
export class BuildLockedError extends ArchiveError {
  /** The process that holds the lock; undefined when the lock file does not say. */
  readonly pid: number | undefined;

  constructor({ path, pid }: { path: string; pid: number | undefined }) {
    super('build-locked', {
      message: `\`${path}\` is held by ${pid === undefined ? 'another process' : `process ${pid}`}`,
      help: 'wait until the other build has ended, or end it',
    });
    this.pid = pid;
  }
}

/** Takes the build lock of an output folder, which must exist. @throws {BuildLockedError} when a living process holds it */
export function acquireBuildLock(outDir: string): Promise<BuildLock> {
  return acquireLock(join(outDir, 'build.lock'));
}

/** Takes a lock file; see {@link acquireBuildLock}. */
export async function acquireLock(path: string): Promise<BuildLock> {
  const token = randomUUID();
  // Known from before the file is there until after it is gone: in between others of this process would take it over.
  held.add(token);
  try {
    if (!(await createWhole(path, token))) await takeOver(path, token);
  } catch (error) {
    held.delete(token);
    throw error;
  }
  await removeDrafts(dirname(path)).catch(() => undefined); // Tidying only: the lock is held all the same.
  let isReleased = false;
  return {
    path,
    async release() {
      if (isReleased) return;
      isReleased = true;
      try {
        const current = await readLock(path);
        if (current?.token === token) await rm(path, { force: true });
      } finally {
        held.delete(token);
      }
    },
  };
}

async function takeOver(path: string, token: string): Promise<void> {
  const guard = `${path}.takeover`;
  await removeOld(guard);
  if (!(await createWhole(guard, token))) throw new BuildLockedError({ path, pid: undefined });
  try {
    const current = await readLock(path);
    if (current !== undefined) {
      if (!(await isStale(path, current))) throw new BuildLockedError({ path, pid: current.pid });
      // Its holder may have released it before ending, and somebody else be there by now. Who is gone for certain and still
      // named can release nothing any more.
      const still = await readLock(path);
      if (still !== undefined && still.token === current.token) await rm(path, { force: true });
    }
    // A lock that was released meanwhile is not there to be removed: what is there is somebody's.
    if (!(await createWhole(path, token))) throw new BuildLockedError({ path, pid: undefined });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Makes a lock file with its content in one step; false when there is one already. */
async function createWhole(path: string, token: string): Promise<boolean> {
  const draft = join(dirname(path), `.lock.${token}.tmp`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, token }), { mode: FILE_MODE });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return await createWithoutLink(path, token, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes what a process left that was killed between making its lock and putting it in place. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.lock\..+\.tmp$/.test(name)) continue;
    const draft = join(folder, name);
    const content = await readLock(draft);
    const isGone = content?.pid === undefined ? await isOld(draft) : !isAlive(content.pid);
    if (content !== undefined && isGone) await rm(draft, { force: true });
  }
}

/** For file systems without hard links: the content follows the file a moment later. */
async function createWithoutLink(path: string, token: string, linkError: unknown): Promise<boolean> {
  if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(linkError) ?? ''))
    throw linkError;
  try {
    await writeFile(path, JSON.stringify({ pid: process.pid, token }), { mode: FILE_MODE, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

interface LockContent {
  pid: number | undefined;
  token: string | undefined;
}

/** What a lock file says; undefined when there is none. */
async function readLock(path: string): Promise<LockContent | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, token } = JSON.parse(text) as { pid?: unknown; token?: unknown };
    return {
      pid: Number.isInteger(pid) && (pid as number) > 0 ? (pid as number) : undefined,
      token: typeof token === 'string' ? token : undefined,
    };
  } catch {
    return { pid: undefined, token: undefined }; // Half written, or not ours.
  }
}

/** A lock without a process is stale once it is old; one of this process only if this process does not know it. */
async function isStale(path: string, { pid, token }: LockContent): Promise<boolean> {
  if (pid === undefined || token === undefined) return await isOld(path);
  return pid === process.pid ? !held.has(token) : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > OLD_MS;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

/** Removes what a process left that was killed while it took over; what is not there by now is not there to be removed. */
async function removeOld(path: string): Promise<void> {
  const left = await readLock(path);
  if (left === undefined || !(await isOld(path))) return;
  const still = await readLock(path);
  if (still !== undefined && still.token === left.token) await rm(path, { force: true });
}

/** Tokens of the locks this process holds: after a restart a process may have the number of the one before. */
const held = new Set<string>();
/** Taking over is a matter of milliseconds. */
const OLD_MS = 10_000;
