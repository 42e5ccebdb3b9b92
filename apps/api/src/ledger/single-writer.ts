/**
 * Lets one process at a time write a ledger: two would each hand out the whole of a budget.
 *
 * A lock is a file that names the process holding it and the moment that process began, so that a number that was given
 * to another process since does not hold it. Meant for processes of one machine; several machines share a Redis store.
 */
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { ArchiveError } from '@archive/contract';

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

/**
 * Takes the lock.
 *
 * @returns gives it back
 * @throws {LedgerLockedError} when a living process holds it
 */
export async function becomeSingleWriter(path: string): Promise<() => Promise<void>> {
  const token = randomUUID();
  const draft = `${path}.${token}`;
  const content = JSON.stringify({ pid: process.pid, began: await beginOf(process.pid), token });
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
        if (holder === undefined || (await isHeld(holder)) || attempt >= 3)
          throw new LedgerLockedError({ pid: holder?.pid });
        await removeStale(path, holder.token);
      }
    }
  } finally {
    await rm(draft, { force: true });
  }
  mine.add(token);
  return async () => {
    if (!mine.delete(token)) return;
    if ((await readHolder(path))?.token === token) await rm(path, { force: true });
  };
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
  readonly token: string | undefined;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const { pid, began, token } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    return {
      pid: Number.isInteger(pid) ? (pid as number) : undefined,
      began: typeof began === 'string' ? began : undefined,
      token: typeof token === 'string' ? token : undefined,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pid: undefined, began: undefined, token: undefined };
    throw error;
  }
}

/** A lock that does not say whose it is was not made by this; it is taken over. */
async function isHeld({ pid, began, token }: Holder): Promise<boolean> {
  if (pid === undefined || token === undefined) return false;
  if (pid === process.pid) return mine.has(token);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = await beginOf(pid);
  return began === undefined || now === undefined || began === now;
}

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
