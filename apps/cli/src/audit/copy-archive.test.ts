import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadArchiveConfig } from '@archive/ingest';
import { archiveAt } from '../archive-settings.ts';
import { copyArchive } from './copy-archive.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-copied-'));
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function written(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(base, name)), { recursive: true });
    await writeFile(path.join(base, name), text);
  }
  await mkdir(path.join(base, 'place'));
  return path.join(base, 'in');
}

const copied = async (folder: string) =>
  copyArchive(await archiveAt(base, folder, {}), path.join(base, 'place'));

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

it('copies what a build reads, config and decisions with it, and nothing of a server in use', async () => {
  const folder = await written({
    'in/archive.config.yaml': [
      'name: Shelf',
      'publish: reviewed',
      'server: { origin: "https://a.example", redis: "redis://db", limits: { requestsPerMinute: 3 } }',
      'answer: { provider: openai, model: big, baseUrl: "https://models.example" }',
      'collections:',
      '  - { dir: texts, kind: records }',
      '  - { dir: ../beside/journal, kind: notes, raw: private, exposure: none }',
    ].join('\n'),
    'in/texts/a.md': 'A.',
    'in/texts/photo.jpg': 'no text',
    'in/texts/.git/config.md': 'no source',
    'in/texts/node_modules/x.md': 'no source',
    'in/elsewhere/c.md': 'of no collection',
    'beside/journal/b.md': 'B.',
    'in/.archive/projections.json': '{"version":2}',
    'in/.archive/keys/slug.key': 'k'.repeat(32),
    'in/.archive/ledger/rows': 'not copied',
  });
  const copy = await copied(folder);
  expect(await filesOf(copy.folder)).toEqual([
    '.archive/.dockerignore',
    '.archive/.gitignore',
    '.archive/.npmignore',
    '.archive/keys/slug.key',
    '.archive/projections.json',
    'archive.config.json',
    'outside-1/journal/b.md',
    'texts/a.md',
  ]);
  expect(await loadArchiveConfig(copy.folder)).toEqual({
    configFile: 'archive.config.json',
    name: 'Shelf',
    server: { origin: 'https://a.example' },
    collections: [
      { dir: 'texts', kind: 'records' },
      { dir: 'outside-1/journal', kind: 'notes', raw: 'private', exposure: 'none' },
    ],
  });
  expect((await stat(copy.folder)).mode & 0o077).toBe(0);
  expect(copy).toMatchObject({ files: 2, linksLeft: 0, tooLarge: 0 });
});

it('keeps a link inside, leaves one that leads out, and keeps a file of two names one file', async () => {
  const folder = await written({ 'in/a.md': 'A.', 'out/secret.md': 'S.' });
  await symlink('a.md', path.join(folder, 'inner.md'));
  await symlink(path.join(base, 'out/secret.md'), path.join(folder, 'outer.md'));
  await symlink('nowhere.md', path.join(folder, 'broken.md'));
  await link(path.join(folder, 'a.md'), path.join(folder, 'twin.md'));
  const copy = await copied(folder);
  expect(copy).toMatchObject({ files: 2, linksLeft: 2 });
  expect(await readFile(path.join(copy.folder, 'inner.md'), 'utf8')).toBe('A.');
  expect(await filesOf(copy.folder)).not.toContain('outer.md');
  expect((await stat(path.join(copy.folder, 'a.md'))).nlink).toBe(2);
  // Nothing that is written into the copy reaches the archive.
  await writeFile(path.join(copy.folder, 'a.md'), 'changed');
  expect(await readFile(path.join(folder, 'a.md'), 'utf8')).toBe('A.');
});

it('keeps a folder of one collection out of the collection around it, inside and outside of the archive', async () => {
  const folder = await written({
    'in/archive.config.yaml':
      'collections:\n  - { dir: ../all, kind: records }\n  - { dir: ../all/closed, kind: notes, raw: private, exposure: none }\n',
    'all/open.md': 'O.',
    'all/closed/c.md': 'C.',
  });
  const copy = await copied(folder);
  expect((await filesOf(copy.folder)).filter((name) => name.endsWith('.md'))).toEqual([
    'outside-0/all/open.md',
    'outside-1/closed/c.md',
  ]);
});

it('leaves files beyond the bound of reading, and refuses more files than the bound of the whole', async () => {
  const folder = await written({
    'in/archive.config.yaml': 'limits: { fileMiB: 1, files: 2 }\n',
    'in/a.md': 'A.',
    'in/large.md': 'x'.repeat(1024 * 1024 + 1),
  });
  expect(await copied(folder)).toMatchObject({ files: 1, tooLarge: 1 });
  await rm(path.join(base, 'place/archive'), { recursive: true });
  for (const name of ['b.md', 'c.md']) await writeFile(path.join(folder, name), 'B.');
  await expect(copied(folder)).rejects.toMatchObject({ exitCode: 1 });
});

it('does not copy itself when its place lies in the archive', async () => {
  const folder = await written({ 'in/a.md': 'A.', 'in/tmp/b.md': 'B.' });
  const place = path.join(folder, 'tmp', 'archive-audit-x');
  await mkdir(place);
  const copy = await copyArchive(await archiveAt(base, folder, {}), place);
  expect((await filesOf(copy.folder)).filter((file) => file.endsWith('.md'))).toEqual(['a.md', 'tmp/b.md']);
  expect((await readdir(path.join(copy.folder, 'tmp'))).sort()).toEqual(['b.md']);
});
