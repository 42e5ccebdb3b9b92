/**
 * Several of one process at a lock, where the file system takes its time: each test holds one call back until it says so.
 */
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { acquireLock as Acquire } from './build-lock.ts';

/** A call that is held back: the next one of its kind whose path ends so. */
interface HeldCall {
  readonly call: 'rm' | 'readFile';
  readonly end: string;
  /** Is called when the call has come; a reading has read by then. */
  readonly arrived: () => void;
  readonly goOn: Promise<void>;
}

const disk = { held: undefined as HeldCall | undefined, removed: [] as string[] };

/** A promise that somebody else keeps; Node 20 has no `Promise.withResolvers`. */
function resolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((keep) => (resolve = keep));
  return { promise, resolve };
}

/** Holds a call back. */
function holdBack(call: HeldCall['call'], end: string): { arrived: Promise<void>; goOn: () => void } {
  const arrived = resolvers();
  const goOn = resolvers();
  disk.held = { call, end, arrived: arrived.resolve, goOn: goOn.promise };
  return { arrived: arrived.promise, goOn: goOn.resolve };
}

async function pause(call: HeldCall['call'], path: string): Promise<void> {
  const { held } = disk;
  if (held?.call !== call || !path.endsWith(held.end)) return;
  disk.held = undefined;
  held.arrived();
  await held.goOn;
}

const withPauses = async (original: <T>() => Promise<T>): Promise<object> => {
  const actual = await original<{
    rm: (path: string, options: object) => Promise<void>;
    readFile: (path: string, encoding: string) => Promise<string>;
  }>();
  return {
    ...actual,
    rm: async (path: string, options: object) => {
      disk.removed.push(path);
      await pause('rm', path);
      await actual.rm(path, options);
    },
    readFile: async (path: string, encoding: string) => {
      const text = await actual.readFile(path, encoding);
      await pause('readFile', path);
      return text;
    },
  };
};

let acquireLock: typeof Acquire;
let path: string;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs/promises', withPauses);
  ({ acquireLock } = await import('./build-lock.ts'));
  path = join(await mkdtemp(join(tmpdir(), 'lock-')), 'a.lock');
});
afterAll(async () => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
  await rm(join(path, '..'), { recursive: true, force: true });
});

it('keeps a lock that was made a moment ago', async () => {
  const tidying = holdBack('rm', '.tmp');
  const first = acquireLock(path);
  await tidying.arrived;
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  tidying.goOn();
  await (await first).release();
});

it('keeps a lock that is being released, and takes away nobody else’s', async () => {
  const first = await acquireLock(path);
  const removal = holdBack('rm', 'a.lock');
  const released = first.release();
  await removal.arrived;
  await expect(acquireLock(path)).rejects.toThrow('is held by process');
  removal.goOn();
  await released;
  const second = await acquireLock(path);
  await first.release();
  await access(path);
  await second.release();
});

it('does not remove a lock that was released while it was asked for', async () => {
  const first = await acquireLock(path);
  const tidying = holdBack('rm', '.tmp');
  const second = acquireLock(path);
  await tidying.arrived;
  await first.release();
  disk.removed = [];
  tidying.goOn();
  await (await second).release();
  // Its own, once.
  expect(disk.removed.filter((each) => each === path)).toStrictEqual([path]);
});

it('does not remove the lock of a third that came when the first was gone', async () => {
  const first = await acquireLock(path);
  const reading = holdBack('readFile', 'a.lock');
  const second = acquireLock(path).then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  );
  await reading.arrived;
  await first.release();
  const third = await acquireLock(path);
  reading.goOn();
  expect(await second).toBe('build-locked');
  await access(path);
  await third.release();
});

it('takes a lock over whose process is gone, and removes no guard but its own', async () => {
  await writeFile(path, JSON.stringify({ pid: process.pid, token: 'of a process that had this number' }));
  disk.removed = [];
  const lock = await acquireLock(path);
  expect(disk.removed.filter((each) => each.endsWith('.takeover'))).toStrictEqual([`${path}.takeover`]);
  await lock.release();
});
