import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveFolder, readFolder } from './archive-folder.fixture.ts';
import { readBytes } from './read-bytes.ts';

const MIB = 1024 * 1024;

describe('readBytes', () => {
  it('reads up to the bound and refuses more', async () => {
    const folder = await archiveFolder({ a: 'y'.repeat(MIB), b: 'y'.repeat(MIB + 1) });
    expect((await readBytes(path.join(folder, 'a'), 1)).length).toBe(MIB);
    await expect(readBytes(path.join(folder, 'b'), 1)).rejects.toThrow(
      'limits.fileMiB: it is larger than the bound of 1 MiB',
    );
  });

  it('does not follow a link that took the place of the file, or of a folder on the way', async () => {
    const outside = await archiveFolder({ 'a.md': 'secret' });
    const folder = await archiveFolder({ 'a.md': 'open', 'sub/a.md': 'open' });
    await rm(path.join(folder, 'a.md'));
    await symlink(path.join(outside, 'a.md'), path.join(folder, 'a.md'));
    await expect(readBytes(path.join(folder, 'a.md'), 1)).rejects.toThrow(
      'file: it became a link while it was read',
    );
    await rename(path.join(folder, 'sub'), path.join(folder, 'old'));
    await symlink(outside, path.join(folder, 'sub'));
    await expect(readBytes(path.join(folder, 'sub/a.md'), 1)).rejects.toThrow(
      'file: it was moved while it was read',
    );
  });

  it('names what cannot be opened, and what is no file', async () => {
    const folder = await archiveFolder({});
    await mkdir(path.join(folder, 'dir'));
    await expect(readBytes(path.join(folder, 'gone'), 1)).rejects.toThrow(
      'file: it cannot be opened (ENOENT)',
    );
    await expect(readBytes(path.join(folder, 'dir'), 1)).rejects.toThrow('file: it is not a file any more');
  });

  it('neither waits for a pipe nor reads one', async () => {
    const folder = await archiveFolder({ 'a.md': 'x' });
    execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
    await expect(readBytes(path.join(folder, 'pipe.md'), 1)).rejects.toThrow(
      'file: it is not a file any more',
    );
    const reading = await readFolder(folder);
    expect(reading.quarantined).toEqual([
      { path: 'pipe.md', field: 'file', reason: 'it is a device, a pipe or a socket' },
    ]);
    await writeFile(path.join(folder, 'b.md'), 'x');
    expect((await readFolder(folder)).works).toHaveLength(2);
  });
});
