import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseUnfitOut } from './unfit-out.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-out-'));
});
afterEach(async () => {
  await rm(base, { recursive: true });
});

describe('refuseUnfitOut (decisions 1.11)', () => {
  it.each(['public', 'static', 'www', 'htdocs', 'public_html', 'dist', '_site', 'WWW'])(
    'refuses a named output inside %s',
    async (name) => {
      await expect(refuseUnfitOut(base, path.join(base, name, 'index'), true)).rejects.toThrow(
        'is inside a web root',
      );
    },
  );

  it('follows a link into a web root', async () => {
    await mkdir(path.join(base, 'www'));
    await symlink('www', path.join(base, 'link'));
    await expect(refuseUnfitOut(base, path.join(base, 'link', 'index'), true)).rejects.toThrow(
      'is inside a web root',
    );
  });

  it('judges only what lies between archive and default output', async () => {
    const folder = path.join(base, 'www', 'writing');
    await expect(refuseUnfitOut(folder, path.join(folder, '.archive'), false)).resolves.toBeUndefined();
  });

  it.each([
    [['.archive'], true],
    [['./.archive/**'], true],
    [['.'], true],
    [['**/*'], true],
    [['*'], true],
    [['data'], false],
    [[], false],
  ])('looks whether a package with files %j ships it', async (files, isRefused) => {
    await writeFile(path.join(base, 'package.json'), JSON.stringify({ files }));
    const attempt = refuseUnfitOut(base, path.join(base, '.archive'), false);
    if (isRefused) await expect(attempt).rejects.toThrow('is among the files a package publishes');
    else await expect(attempt).resolves.toBeUndefined();
  });

  it('stops at the nearest package', async () => {
    await writeFile(path.join(base, 'package.json'), JSON.stringify({ files: ['inner'] }));
    await mkdir(path.join(base, 'inner'));
    await writeFile(path.join(base, 'inner', 'package.json'), '{}');
    await expect(
      refuseUnfitOut(path.join(base, 'inner'), path.join(base, 'inner', '.archive'), false),
    ).resolves.toBeUndefined();
  });
});
