/**
 * Runs the `archive` command from source and keeps what it printed.
 *
 * A child gets an environment of its own: no API key, no debug switch and no caller's directory of whoever runs the
 * tests can change what it does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.ts';

/** How a child ended, and everything it wrote. */
export interface Finished {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const TAKEN_OVER = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'];

/** The environment of a child: a few names of ours, then what the caller adds. */
export function archiveEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = { NO_COLOR: '1' };
  for (const name of TAKEN_OVER) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...extra };
}

/** How to start the command, for those who have to start it themselves. */
export function archiveCommand(args: readonly string[]): { command: string; args: string[] } {
  const node = ['--conditions=@archive/source', '--import', import.meta.resolve('tsx')];
  return {
    command: process.execPath,
    args: [...node, join(workspaceRoot, 'apps/cli/src/main.ts'), ...args],
  };
}

/**
 * Starts the command and returns at once.
 *
 * @param options.channel  open an IPC channel, as `npm start` does
 */
export function spawnArchive(
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly channel?: boolean } = {},
): ChildProcess {
  const launch = archiveCommand(args);
  return spawn(launch.command, launch.args, {
    cwd: workspaceRoot,
    env: archiveEnvironment(options.env),
    stdio: options.channel === true ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command to its end. Rejects only when the process cannot be started. */
export function runArchive(
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  return finished(spawnArchive(args, options));
}

/** Collects what a child prints and waits for its end. */
export function finished(child: ChildProcess): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }));
  });
}
