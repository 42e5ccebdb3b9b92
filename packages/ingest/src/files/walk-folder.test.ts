import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileRefusedError } from './file-refused-error.ts';
import { readFoundFile } from './read-found-file.ts';
import { walkFolder } from './walk-folder.ts';

let base: string;
let root: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-walk-'));
  root = path.join(base, 'root');
  await mkdir(root);
});
afterEach(async () => {
  await rm(base, { recursive: true });
});
async function put(file: string, text = 'x'): Promise<void> {
  const absolute = path.join(base, file);
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, text);
}
const pathsOf = async (): Promise<string[]> => (await walkFolder(root)).files.map((file) => file.path);

describe('walkFolder (decisions 1.7d, 4.7)', () => {
  it('lists files in the order people expect, folder by folder', async () => {
    for (const name of ['root/10.md', 'root/2.md', 'root/b/1.md', 'root/a.md']) await put(name);
    expect(await pathsOf()).toEqual(['2.md', '10.md', 'a.md', 'b/1.md']);
  });

  it('does not enter dot folders, package folders, trash, backups or what is left out', async () => {
    for (const name of [
      '.git/a.md',
      'node_modules/a.md',
      'Trash/a.md',
      'out/a.md',
      'a.md~',
      'a.bak',
      '#a.md#',
      '.DS_Store',
      'kept/.hidden.md',
    ])
      await put(`root/${name}`);
    const walked = await walkFolder(root, undefined, (absolute) => absolute.endsWith('/out'));
    expect(walked.files.map((file) => file.path)).toEqual(['kept/.hidden.md']);
    expect(walked.refused).toEqual([]);
  });

  it('reads a link to a file inside and refuses links that leave, loop, dangle or lead to folders', async () => {
    await put('outside.md', 'secret');
    await put('root/a.md');
    await symlink('a.md', path.join(root, 'inside-link.md'));
    await symlink('../outside.md', path.join(root, 'out-link.md'));
    await symlink('/proc/self/environ', path.join(root, 'environ.md'));
    await symlink('.', path.join(root, 'loop'));
    await symlink('nowhere.md', path.join(root, 'dangling.md'));
    const walked = await walkFolder(root);
    expect(walked.files.map((file) => file.path)).toEqual(['a.md', 'inside-link.md']);
    expect(walked.refused.map((entry) => entry.path)).toEqual([
      'dangling.md',
      'environ.md',
      'loop',
      'out-link.md',
    ]);
  });

  it('refuses a pipe without waiting for it', async () => {
    execFileSync('mkfifo', [path.join(root, 'pipe.md')]);
    const { files, refused } = await walkFolder(root);
    expect({ files, refused: refused.map(({ path: at, reason }) => [at, reason]) }).toEqual({
      files: [],
      refused: [['pipe.md', 'is no regular file']],
    });
  });

  it('names the bound and the path it stops at', async () => {
    for (const name of ['root/1.md', 'root/2.md', 'root/3.md', 'root/d/e/f.md']) await put(name);
    await expect(walkFolder(root, { files: 2, depth: 9 })).rejects.toThrow('`3.md` exceeds limits.files (2)');
    await expect(walkFolder(root, { files: 9, depth: 2 })).rejects.toThrow('`d/e` exceeds limits.depth (2)');
  });
});

describe('readFoundFile', () => {
  it('reads up to the bound and refuses more', async () => {
    await put('root/a.md', 'y'.repeat(1024 * 1024));
    const absolute = path.join(root, 'a.md');
    expect((await readFoundFile({ absolute }, 1)).length).toBe(1024 * 1024);
    await put('root/a.md', 'y'.repeat(1024 * 1024 + 1));
    await expect(readFoundFile({ absolute }, 1)).rejects.toThrow(
      'limits.fileMiB: it is larger than the bound of 1 MiB a file',
    );
  });

  it('does not follow a link that took the place of the file', async () => {
    await put('outside.md', 'secret');
    await symlink('../outside.md', path.join(root, 'a.md'));
    await expect(readFoundFile({ absolute: path.join(root, 'a.md') })).rejects.toThrow(FileRefusedError);
  });

  it('does not wait for a pipe that took the place of the file', async () => {
    const absolute = path.join(root, 'a.md');
    execFileSync('mkfifo', [absolute]);
    await expect(readFoundFile({ absolute })).rejects.toThrow('file: it is no regular file');
  });
});
