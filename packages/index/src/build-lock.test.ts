import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireBuildLock, acquireLock, BuildLockedError } from './build-lock.ts';

let root: string;
let out: string;
let path: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-lock-'));
});
beforeEach(async () => {
  out = await mkdtemp(join(root, 'case-'));
  path = join(out, 'build.lock');
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Runs a process and returns its number and how to end it. */
async function startProcess(): Promise<{ pid: number; end: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return {
    pid: child.pid as number,
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe('acquireBuildLock', () => {
  it('names its process in the file, and leaves nothing behind when released', async () => {
    const lock = await acquireBuildLock(out);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ pid: process.pid, token: expect.any(String) });
    expect(await readdir(out)).toEqual(['build.lock']);
    await lock.release();
    await lock.release();
    expect(await readdir(out)).toEqual([]);
  });

  it('is refused while held, by this process or by another that lives', async () => {
    const lock = await acquireBuildLock(out);
    await expect(acquireBuildLock(out)).rejects.toMatchObject({ code: 'build-locked', pid: process.pid });
    await lock.release();
    const other = await startProcess();
    await writeFile(path, JSON.stringify({ pid: other.pid, token: 'other' }));
    await expect(acquireBuildLock(out)).rejects.toMatchObject({
      pid: other.pid,
      message: expect.stringContaining(`process ${other.pid}`),
    });
    await other.end();
    await (await acquireBuildLock(out)).release();
  });

  it('takes over the lock of an earlier process with the number of this one', async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, token: 'before the restart' }));
    await (await acquireBuildLock(out)).release();
    expect(await readdir(out)).toEqual([]);
  });

  it('removes locks that were never put in place, once their process is gone', async () => {
    const other = await startProcess();
    const [gone, alive, unknown, old] = ['gone', 'alive', 'unknown', 'old'].map((name) =>
      join(out, `.lock.${name}.tmp`),
    );
    await writeFile(gone as string, JSON.stringify({ pid: 2 ** 22 + 1, token: 'gone' }));
    await writeFile(alive as string, JSON.stringify({ pid: other.pid, token: 'alive' }));
    await writeFile(unknown as string, '{"pi');
    await writeFile(old as string, '');
    await utimes(old as string, new Date(0), new Date(0));
    await (await acquireBuildLock(out)).release();
    expect((await readdir(out)).sort()).toEqual(['.lock.alive.tmp', '.lock.unknown.tmp']);
    await other.end();
  });

  it.each(['', '{"pid":', '{"pid":-1,"token":"x"}', 'null'])(
    'waits with a lock that says %j until it is old',
    async (content) => {
      await writeFile(path, content);
      await expect(acquireBuildLock(out)).rejects.toThrow(BuildLockedError);
      const past = new Date(Date.now() - 60_000);
      await utimes(path, past, past);
      await (await acquireBuildLock(out)).release();
      expect(await readdir(out)).toEqual([]);
    },
  );

  it('gets past a takeover that was killed halfway', async () => {
    await writeFile(path, JSON.stringify({ pid: 99_999_999, token: 'gone' }));
    await writeFile(`${path}.takeover`, JSON.stringify({ pid: 99_999_999, token: 'gone' }));
    await expect(acquireBuildLock(out)).rejects.toThrow(BuildLockedError);
    const past = new Date(Date.now() - 60_000);
    await utimes(`${path}.takeover`, past, past);
    await (await acquireBuildLock(out)).release();
    expect(await readdir(out)).toEqual([]);
  });

  it('goes to exactly one of many that want it, free or stale', async () => {
    for (const stale of [false, true]) {
      if (stale) await writeFile(path, JSON.stringify({ pid: 99_999_999, token: 'gone' }));
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireBuildLock(out)));
      const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
      expect(won).toHaveLength(1);
      await won[0]?.value.release();
      expect(await readdir(out)).toEqual([]);
    }
  });

  it('does not remove a lock that another took meanwhile', async () => {
    const lock = await acquireLock(path);
    await writeFile(path, JSON.stringify({ pid: 1, token: 'theirs' }));
    await lock.release();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ pid: 1, token: 'theirs' });
  });
});
