/**
 * Two of one process at a lock, where the file system takes its time.
 */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { acquireLock as Acquire } from './build-lock.ts';

const disk = { slow: undefined as RegExp | undefined };
/** The next removal of a file that is named so takes a while; those after it do not. */
const withSlowRemoval = async (original: <T>() => Promise<T>): Promise<object> => {
  const actual = await original<{ rm: (path: string, options: object) => Promise<void> }>();
  return {
    ...actual,
    rm: async (path: string, options: object) => {
      if (disk.slow?.test(path) === true) {
        disk.slow = undefined;
        await setTimeout(150);
      }
      await actual.rm(path, options);
    },
  };
};

let acquireLock: typeof Acquire;
let path: string;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs/promises', withSlowRemoval);
  ({ acquireLock } = await import('./build-lock.ts'));
  path = join(await mkdtemp(join(tmpdir(), 'lock-')), 'a.lock');
});
afterAll(async () => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
  await rm(join(path, '..'), { recursive: true, force: true });
});

it('keeps a lock that was made a moment ago', async () => {
  disk.slow = /\.tmp$/;
  const first = acquireLock(path);
  await setTimeout(50);
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  await (await first).release();
});

it('keeps a lock that is being released, and takes away nobody else’s', async () => {
  const first = await acquireLock(path);
  disk.slow = /a\.lock$/;
  const released = first.release();
  await setTimeout(50);
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  await released;
  const second = await acquireLock(path);
  await first.release();
  await access(path);
  await second.release();
});
