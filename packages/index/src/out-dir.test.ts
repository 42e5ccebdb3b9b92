import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareOutDir } from './out-dir.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'archive-out-dir-'));
});
afterEach(async () => {
  await rm(base, { recursive: true });
});

describe('prepareOutDir (decisions 1.11)', () => {
  it('makes a folder at any depth, closed to others and ignored by git, Docker and npm', async () => {
    const out = join(base, 'a', 'b', 'out');
    await prepareOutDir(out);
    expect((await stat(out)).mode & 0o777).toBe(0o700);
    const ignored = ['.gitignore', '.dockerignore', '.npmignore'].map((name) =>
      readFile(join(out, name), 'utf8'),
    );
    expect(await Promise.all(ignored)).toEqual(['*\n', '*\n', '*\n']);
  });

  it('refuses a place under a file, naming --out', async () => {
    await writeFile(join(base, 'file'), '');
    await expect(prepareOutDir(join(base, 'file', 'out'))).rejects.toMatchObject({
      code: 'out-dir',
      help: expect.stringContaining('--out') as string,
    });
  });

  // Linux only: elsewhere there is no such file system to try.
  it.runIf(existsSync('/proc/self'))('refuses a special file system instead of trying for ever', async () => {
    await expect(prepareOutDir('/proc/archive-out/deeper')).rejects.toMatchObject({ code: 'out-dir' });
  });
});
