/**
 * Lets one process at a time write a ledger: two would each hand out the whole of a budget.
 *
 * A lock is a file that names the process holding it and the moment that process began, so that a number that was given
 * to another process since does not hold it. A number means nothing in another container or on another machine: a lock
 * from there is held for as long as somebody keeps touching it. Whoever lost the lock writes no more.
 */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ArchiveError } from '@archive/contract';
import { bootId } from './ledger-clock.ts';

/** Raised when another process writes the ledger. */
export class LedgerLockedError extends ArchiveError {
  /** The process that holds the lock, when the lock says. */
  readonly pid: number | undefined;

  constructor({ pid }: { pid: number | undefined }) {
    super('ledger-locked', {
      message: `the disclosure ledger is written by ${pid === undefined ? 'another process' : `process ${pid}`}`,
      help: 'end the other server, serve another output folder, or share a ledger through Redis',
    });
    this.pid = pid;
  }
}

/** A lock that was taken. */
export interface WriterLock {
  /** @throws {LedgerLockedError} when it is not ours any more */
  assertHeld(): Promise<void>;
  /** Gives it back. */
  release(): Promise<void>;
}

/** Settings of {@link becomeSingleWriter}; replaced in tests. */
export interface LockSettings {
  /** Names the processes among which a number means something; default: this run of the machine and this container. */
  readonly space?: string;
  /** How often the holder touches its lock, in milliseconds. */
  readonly beatMs?: number;
  /** How long a lock of another space counts without a touch, in milliseconds. */
  readonly staleMs?: number;
}

/**
 * Takes the lock.
 *
 * A lock of another space is watched: for a beat where somebody holds it, until it is stale where nobody does.
 *
 * @throws {LedgerLockedError} when somebody holds it
 */
export async function becomeSingleWriter(
  path: string,
  { space = spaceOfProcess(), beatMs = BEAT_MS, staleMs = STALE_MS }: LockSettings = {},
): Promise<WriterLock> {
  const token = randomUUID();
  const draft = `${path}.${token}`;
  const content = JSON.stringify({ pid: process.pid, began: await beginOf(process.pid), space, token });
  await writeFile(draft, content, { mode: 0o600 });
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await putInPlace(draft, path, content);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const holder = await readHolder(path);
        if (holder === undefined && attempt < 3) continue;
        if (holder === undefined || (await isHeld(path, holder, { space, staleMs })) || attempt >= 3)
          throw new LedgerLockedError({ pid: holder?.pid });
        await removeStale(path, holder.token);
      }
    }
  } finally {
    await rm(draft, { force: true });
  }
  mine.add(token);
  const isOurs = async (): Promise<boolean> => (await readHolder(path))?.token === token;
  const beat = async (): Promise<void> => {
    const now = new Date();
    if (await isOurs()) await utimes(path, now, now);
  };
  // A beat that fails is a lock that grows stale: what comes of it shows before the next write.
  const timer = setInterval(() => void beat().catch(() => undefined), beatMs).unref();
  return {
    assertHeld: async () => {
      const holder = await readHolder(path);
      if (holder?.token !== token) throw new LedgerLockedError({ pid: holder?.pid });
    },
    release: async () => {
      clearInterval(timer);
      if (mine.delete(token) && (await isOurs())) await rm(path, { force: true });
    },
  };
}

/** A process number means something among the processes of one container in one run of a machine. */
function spaceOfProcess(): string {
  let container = '';
  try {
    container = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Systems without: all processes of the machine see each other.
  }
  return `${bootId() ?? ''} ${container}`;
}

/** Makes the lock file whole in one step; where there are no hard links its content follows a moment later. */
async function putInPlace(draft: string, path: string, content: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

interface Holder {
  readonly pid: number | undefined;
  readonly began: string | undefined;
  readonly space: string | undefined;
  readonly token: string | undefined;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const { pid, began, space, token } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    return {
      pid: Number.isInteger(pid) ? (pid as number) : undefined,
      began: typeof began === 'string' ? began : undefined,
      space: typeof space === 'string' ? space : undefined,
      token: typeof token === 'string' ? token : undefined,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError)
      return { pid: undefined, began: undefined, space: undefined, token: undefined };
    throw error;
  }
}

/** A lock that does not say whose it is was not made by this; it is taken over. */
async function isHeld(
  path: string,
  { pid, began, space, token }: Holder,
  own: { space: string; staleMs: number },
): Promise<boolean> {
  if (pid === undefined || token === undefined) return false;
  if (space !== own.space) return isTouched(path, own.staleMs);
  if (pid === process.pid) return mine.has(token);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = await beginOf(pid);
  return began === undefined || now === undefined || began === now;
}

/** Whether somebody touches a lock; told by watching it, since clocks differ, unless it is old by any clock. */
async function isTouched(path: string, staleMs: number): Promise<boolean> {
  const touched = async (): Promise<number> => (await stat(path)).mtimeMs;
  try {
    const first = await touched();
    if (Date.now() - first > OLD_MS) return false;
    const until = performance.now() + staleMs;
    while (performance.now() < until) {
      await pause(Math.min(LOOK_MS, staleMs / 4));
      if ((await touched()) !== first) return true;
    }
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const BEAT_MS = 3000;
const STALE_MS = 15_000;
const LOOK_MS = 250;
/** A lock that nobody touched for a day is nobody's. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Removes a lock whose process is gone, unless another one took it meanwhile. */
async function removeStale(path: string, token: string | undefined): Promise<void> {
  if ((await readHolder(path))?.token === token) await rm(path, { force: true });
}

/** When a process began, where the system says. */
async function beginOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined; // Systems without /proc: the number alone must do.
  }
}

/** Tokens of the locks this process holds. */
const mine = new Set<string>();
