/**
 * Two of one process at a lock, where the file system takes its time.
 */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { acquireLock as Acquire } from './build-lock.ts';

const disk = {
  slowRemoval: undefined as RegExp | undefined,
  slowReading: undefined as RegExp | undefined,
  removed: [] as string[],
};
/** The next removal or reading of a file that is named so takes a while; those after it do not. */
const withSlowDisk = async (original: <T>() => Promise<T>): Promise<object> => {
  const actual = await original<{
    rm: (path: string, options: object) => Promise<void>;
    readFile: (path: string, encoding: string) => Promise<string>;
  }>();
  return {
    ...actual,
    rm: async (path: string, options: object) => {
      disk.removed.push(path);
      if (disk.slowRemoval?.test(path) === true) {
        disk.slowRemoval = undefined;
        await setTimeout(150);
      }
      await actual.rm(path, options);
    },
    readFile: async (path: string, encoding: string) => {
      const isSlow = disk.slowReading?.test(path) === true;
      if (isSlow) disk.slowReading = undefined;
      const text = await actual.readFile(path, encoding);
      if (isSlow) await setTimeout(150);
      return text;
    },
  };
};

let acquireLock: typeof Acquire;
let path: string;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs/promises', withSlowDisk);
  ({ acquireLock } = await import('./build-lock.ts'));
  path = join(await mkdtemp(join(tmpdir(), 'lock-')), 'a.lock');
});
afterAll(async () => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
  await rm(join(path, '..'), { recursive: true, force: true });
});

it('keeps a lock that was made a moment ago', async () => {
  disk.slowRemoval = /\.tmp$/;
  const first = acquireLock(path);
  await setTimeout(50);
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  await (await first).release();
});

it('keeps a lock that is being released, and takes away nobody else’s', async () => {
  const first = await acquireLock(path);
  disk.slowRemoval = /a\.lock$/;
  const released = first.release();
  await setTimeout(50);
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  await released;
  const second = await acquireLock(path);
  await first.release();
  await access(path);
  await second.release();
});

it('does not remove a lock that was released while it was asked for', async () => {
  const first = await acquireLock(path);
  disk.slowRemoval = /takeover$/;
  const second = acquireLock(path);
  await setTimeout(50);
  await first.release();
  disk.removed = [];
  await (await second).release();
  // Its own, once.
  expect(disk.removed.filter((each) => each === path)).toStrictEqual([path]);
});

it('does not remove the lock of a third that came when the first was gone', async () => {
  const first = await acquireLock(path);
  disk.slowReading = /a\.lock$/;
  const second = acquireLock(path).then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  );
  await setTimeout(50);
  await first.release();
  const third = await acquireLock(path);
  expect(await second).toBe('build-locked');
  await access(path);
  await third.release();
});
