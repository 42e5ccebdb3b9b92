/**
 * `npm start` as a person runs it: npm, the parent, the builder and the server are real processes.
 *
 * Slow, so few cases. What a child prints is kept for the message of a failing assertion.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { temporaryFolder, workspaceRoot, writeFolder } from '@archive/process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const READY_MS = 300_000;
/** Within this time every process of ours has ended (issue: interfaces others rely on). */
const END_MS = 5_000;

const temporary = temporaryFolder('npm-start');
const folder = join(temporary.path, 'writing');
let port = 0;
let running: Started | undefined;

interface Started {
  readonly npm: ChildProcess;
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
}

beforeAll(async () => {
  writeFolder(folder, {
    'one.md': '# One\n\nA public page about eel drums.\n',
    'notes/two.md': '# Two\n\nNobody sees this.\n',
  });
  port = await freePort();
  // The first start builds the programs as well, which is not what is tested here.
  running = startNpm('--', folder, '--port', String(port));
  await untilReady(running);
  await stopped(running, () => running?.npm.kill('SIGTERM'));
}, READY_MS);

afterEach(() => {
  if (running?.npm.pid !== undefined) killGroup(running.npm.pid, 'SIGKILL');
  running = undefined;
});
afterAll(temporary.remove);

describe('npm start', () => {
  test('serves the folder, says where, and builds nothing when nothing changed', {
    timeout: READY_MS,
  }, async () => {
    const before = builtState();
    const begun = performance.now();
    running = startNpm('--', folder, '--port', String(port));
    await untilReady(running);
    const readyMs = performance.now() - begun;
    expect(running.printed()).toContain(`http://127.0.0.1:${port}/`);
    const response = await fetch(`http://127.0.0.1:${port}/v1/search?q=eel%20drums`);
    const { hits, index } = (await response.json()) as {
      hits: { text: string }[];
      index: { entityCount: number };
    };
    expect(hits.map(({ text }) => text)).toEqual(['A public page about eel drums.']);
    expect(index.entityCount).toBe(1);
    expect(builtState()).toEqual(before);
    // 3 s on a machine of its own; tests share theirs.
    expect(readyMs).toBeLessThan(12_000);
  });

  test('takes a relative folder from the caller and ends with SIGTERM to npm alone', {
    timeout: READY_MS,
  }, async () => {
    running = startNpm('--prefix', workspaceRoot, '--', basename(folder), '--port', String(port));
    await untilReady(running);
    expect(await stopped(running, () => running?.npm.kill('SIGTERM'))).toBe(0);
  });

  test('ends with SIGINT to the whole group, as Ctrl-C sends it', { timeout: READY_MS }, async () => {
    running = startNpm('--', folder, '--port', String(port));
    await untilReady(running);
    expect(await stopped(running, () => killGroup(running?.npm.pid ?? 0, 'SIGINT'))).toBe(0);
  });

  test('leaves no server behind when its parent is killed', { timeout: READY_MS }, async () => {
    running = startNpm('--', folder, '--port', String(port));
    await untilReady(running);
    const [parent] = childrenOf(running.npm.pid ?? 0);
    expect(parent).toBeGreaterThan(0);
    process.kill(parent ?? 0, 'SIGKILL');
    await untilRefused();
  });

  test('finds a busy port before it indexes, exits 3 and names --port', { timeout: READY_MS }, async () => {
    const other = join(temporary.path, 'other');
    writeFolder(other, { 'one.md': '# One\n\nNever indexed.\n' });
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    try {
      running = startNpm('--', other, '--port', String(port));
      expect(await running.ended).toBe(3);
      expect(running.printed()).toContain(`cannot listen on port ${port}: the port is in use`);
      expect(running.printed()).toContain('--port');
      expect(existsSync(join(other, '.archive'))).toBe(false);
    } finally {
      await new Promise((resolve) => holder.close(resolve));
    }
  });

  test('knows what a misspelt option was meant to be', { timeout: READY_MS }, async () => {
    running = startNpm('--', '--prot', '1');
    expect(await running.ended).toBe(2);
    expect(running.printed()).toContain('npm start has no option --prot: did you mean --port?');
  });

  test('answers options without -- with a hint', { timeout: READY_MS }, async () => {
    running = startNpm(folder, '--port', '9000');
    expect(await running.ended).toBe(2);
    expect(running.printed()).toContain('put `--` before options');
  });
});

function startNpm(...args: string[]): Started {
  const { INIT_CWD: _, ...env } = process.env;
  const npm = spawn('npm', ['start', ...args], {
    cwd: args.includes('--prefix') ? dirname(folder) : workspaceRoot,
    env: { ...env, NO_COLOR: '1', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    npm,
    printed: () => printed,
    ended: new Promise((resolve) => npm.once('exit', (code) => resolve(code))),
  };
}

async function untilReady({ npm, printed }: Started): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}: ${printed()}`);
    const status = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status: code }) => code,
      () => 0,
    );
    if (status === 200) return;
    await pause(50);
  }
  throw new Error(`npm start was not ready in time: ${printed()}`);
}

/** Ends it, waits until npm has ended and the port refuses; gives npm's exit code. */
async function stopped({ ended, printed }: Started, end: () => void): Promise<number | null> {
  end();
  const code = await Promise.race([ended, pause(END_MS).then(() => -1)]);
  if (code === -1) throw new Error(`npm start did not end in time: ${printed()}`);
  await untilRefused();
  return code;
}

async function untilRefused(): Promise<void> {
  const end = Date.now() + END_MS;
  while (Date.now() < end) {
    const refuses = await fetch(`http://127.0.0.1:${port}/health`).then(
      () => false,
      () => true,
    );
    if (refuses) return;
    await pause(50);
  }
  throw new Error('the port still answers');
}

function builtState(): { pointer: string; writtenAt: number } {
  const path = join(folder, '.archive/current.json');
  return { pointer: readFileSync(path, 'utf8'), writtenAt: statSync(path).mtimeMs };
}

function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
