/**
 * The real server as the proof of the ledger needs it: startable under a limit on the size of files, and killable.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { archiveCommand, archiveEnvironment, workspaceRoot } from '@archive/process';
import type { LedgerArchive, SeenPlace } from './ledger-archive.ts';

/** A server that answers. */
export interface LedgerServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it wrote to stderr. */
  complaints(): string;
  /** Ends it and waits. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/**
 * Starts one.
 *
 * @param fileBlocks  no file may grow beyond so many blocks of 512 bytes: what a full disk does to a log
 */
export async function startLedgerServer(
  { folder, out }: Pick<LedgerArchive, 'folder' | 'out'>,
  fileBlocks?: number,
): Promise<LedgerServer> {
  const { command, args } = archiveCommand(['serve', folder, '--out', out, '--port', '0', '--log', 'json']);
  const [program, all] =
    fileBlocks === undefined
      ? [command, args]
      : ['/bin/sh', ['-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'sh', command, ...args]];
  const child = spawn(program, all, {
    cwd: workspaceRoot,
    env: archiveEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let [said, complained] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(`the server ended: ${complained}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /serving (http:\/\/\S+?)\/?\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    child,
    complaints: () => complained,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** What came of a request. */
export interface LedgerAnswer {
  readonly status: number;
  /** Private places in it, once it was received whole. */
  readonly places: readonly SeenPlace[];
}

/** Asks a question on behalf of a caller; undefined when the answer did not come through. */
export async function askServer(
  url: string,
  caller: string,
  question: string,
): Promise<LedgerAnswer | undefined> {
  const query = new URLSearchParams({ q: question, raw: 'private', limit: '20' });
  try {
    const response = await fetch(`${url}/v1/search?${query}`, { headers: { 'x-forwarded-for': caller } });
    const { hits = [] } = (await response.json()) as { hits?: SeenPlace[] };
    return { status: response.status, places: hits };
  } catch {
    return undefined;
  }
}

/** An address of its own for each caller. */
export function addressOf(caller: number): string {
  return `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
}
