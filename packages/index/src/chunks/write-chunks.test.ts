/**
 * A file system without links: what is copied is read back like what is written.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { publishGeneration as Publish } from '../publish-generation.ts';
import type { readServedIndex as Read } from '../read-served-index.ts';
import { sampleIndex } from '../testing/sample-index.ts';
import { toServedIndex } from '../to-served-index.ts';

const disk = { isFailing: false, copies: 0 };
const withoutLinks = async (original: <T>() => Promise<T>): Promise<object> => ({
  ...(await original<object>()),
  linkSync: () => {
    throw Object.assign(new Error('no links here'), { code: 'EPERM' });
  },
});
const withCopies = async (original: <T>() => Promise<T>): Promise<object> => {
  return {
    ...(await original<object>()),
    copyFile: async (from: string, to: string) => {
      disk.copies++;
      const bytes = await readFile(from);
      if (disk.isFailing) bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      await writeFile(to, bytes);
    },
  };
};

let out: string;
let publishGeneration: typeof Publish;
let readServedIndex: typeof Read;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:fs', withoutLinks);
  vi.doMock('node:fs/promises', withCopies);
  ({ publishGeneration } = await import('../publish-generation.ts'));
  ({ readServedIndex } = await import('../read-served-index.ts'));
  out = join(await mkdtemp(join(tmpdir(), 'copies-')), '.archive');
});
afterAll(async () => {
  vi.doUnmock('node:fs');
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
  await rm(join(out, '..'), { recursive: true, force: true });
});
const own = sampleIndex();
const publish = (): Promise<{ seq: number }> =>
  publishGeneration(out, { privateIndex: own, servedIndex: toServedIndex(own) });

describe('a chunk that cannot be linked', () => {
  it('is copied, with the same bytes and for the owner alone', async () => {
    await publish();
    const { seq } = await publish();
    expect(disk.copies).toBe(2);
    const folders = [seq - 1, seq].map((number) => join(out, 'generations', String(number), 'private'));
    const [name = ''] = (await readdir(folders[0] as string)).filter((each) => each.endsWith('.chunk'));
    const [before, after] = folders.map((folder) => join(folder, name)) as [string, string];
    expect((await readFile(after)).equals(await readFile(before))).toBe(true);
    expect((await stat(after)).mode & 0o777).toBe(0o600);
  });

  it('is not published when the copy is another', async () => {
    disk.isFailing = true;
    await expect(publish()).rejects.toThrow(/section .* is damaged/);
    expect((await readServedIndex(out)).seq).toBe(2);
  });
});
