import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { listSources } from './list-sources.ts';

const CONFIG: ArchiveConfig = {
  canaries: 'canaries.yaml',
  collections: [
    { dir: 'essays', kind: 'records', raw: 'public' },
    { dir: 'vault', kind: 'notes', raw: 'private', exposure: 'none' },
  ],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-list-'));
  for (const [file, text] of [
    ['essays/a.md', 'a'],
    ['vault/secret.md', 's'],
    ['canaries.yaml', 'c'],
  ] as const) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function listed(config: ArchiveConfig = CONFIG): Promise<{ files: string[][]; refused: string[][] }> {
  const { collections } = await listSources({ folder, out: path.join(folder, '.archive'), config });
  return {
    files: collections.map(({ files }) => files.map((file) => file.relative)),
    refused: collections.map(({ walk }) =>
      walk.refused.map(({ relative, reason }) => `${relative}: ${reason}`),
    ),
  };
}

describe('listSources', () => {
  it('never reads what another collection closes, through a link from a public one', async () => {
    await symlink('../vault/secret.md', path.join(folder, 'essays/link.md'));
    await symlink('../canaries.yaml', path.join(folder, 'essays/words.md'));
    expect(await listed()).toEqual({
      files: [['a.md'], ['secret.md']],
      refused: [
        [
          'link.md: it is a link to what is read elsewhere or not at all',
          'words.md: it is a link to what is read elsewhere or not at all',
        ],
        [],
      ],
    });
  });

  it('does not enter a narrower collection, by its path or by a link inside a wider one', async () => {
    await symlink('vault/secret.md', path.join(folder, 'link.md'));
    const wide: ArchiveConfig = {
      collections: [{ dir: '.', kind: 'records', raw: 'public' }, ...(CONFIG.collections ?? []).slice(1)],
    };
    const { files, refused } = await listed(wide);
    expect(files).toEqual([['canaries.yaml', 'essays/a.md'], ['secret.md']]);
    expect(refused[0]).toEqual(['link.md: it is a link to what is read elsewhere or not at all']);
  });

  it('refuses every name of a file that is here twice by hard links', async () => {
    await link(path.join(folder, 'vault/secret.md'), path.join(folder, 'essays/twin.md'));
    expect(await listed()).toEqual({
      files: [['a.md'], []],
      refused: [
        ['twin.md: it is one file under two names of the archive'],
        ['secret.md: it is one file under two names of the archive'],
      ],
    });
  });

  it('reads a file whose other name lies outside of the archive', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'archive-outside-'));
    await link(path.join(folder, 'essays/a.md'), path.join(outside, 'copy.md'));
    expect((await listed()).files).toEqual([['a.md'], ['secret.md']]);
    await rm(outside, { recursive: true });
  });

  it.each([
    ['novel/book.yaml', 'it describes a book, in a collection of another kind; its folder stays out'],
    [
      'novel/archive.config.yaml',
      'it is the config of another archive inside this one; its folder stays out',
    ],
  ])('keeps out a folder whose own statement would be lost: %s', async (statement, reason) => {
    await mkdir(path.join(folder, 'novel', 'deep'), { recursive: true });
    for (const file of ['novel/01.md', 'novel/deep/02.md', statement])
      await writeFile(path.join(folder, file), 'x');
    const { files, refused } = await listed({ collections: [{ dir: '.', kind: 'records' }] });
    expect(files).toEqual([['canaries.yaml', 'essays/a.md', 'vault/secret.md']]);
    expect(refused).toEqual([[`${statement}: ${reason}`]]);
  });
});
