/**
 * Children of the start command: forked with an IPC channel, signalled and waited for.
 *
 * The parent opens no index itself. A child ends when its channel closes, so that nothing outlives a parent that was
 * killed; a parent that is told to stop passes that on and kills what has not ended in time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** How long a child may take to end after SIGTERM before it is killed. */
const CHILD_STOP_MS = 3500;

/** Tells a child from a command that somebody typed. */
const CHILD_MARK = 'ARCHIVE_CHILD';

/** What a child finds in its environment. */
export const CHILD_ENVIRONMENT: Readonly<Record<string, string>> = { [CHILD_MARK]: '1' };

/** Starts this program again as a child, with its output on stderr and an IPC channel. */
export function forkSelf(args: readonly string[]): ChildProcess {
  return fork(archiveEntry(), [...args], {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, ...CHILD_ENVIRONMENT },
  });
}

/** The file that is this program. */
export function archiveEntry(): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? './main.ts' : './main.js', import.meta.url));
}

/** Waits until a child has ended; gives its exit code, or 128 when a signal ended it. */
export function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 128));
    child.once('error', () => resolve(1));
  });
}

/** Asks a child to end and kills it when it has not ended after {@link CHILD_STOP_MS}. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = exitOf(child);
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** In a child: ends the process when the parent is gone. */
export function endWithParent(): void {
  if (process.channel === undefined) {
    // Forked by a parent that is gone already.
    if (process.env[CHILD_MARK] === '1') process.exit(0);
    return;
  }
  process.on('disconnect', () => process.exit(0));
  process.channel.unref();
}
