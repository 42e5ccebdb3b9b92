import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeAuditPlace, removeStalePlaces } from './audit-place.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-places-'));
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function left(name: string, note?: unknown): Promise<void> {
  await mkdir(path.join(base, name));
  await writeFile(path.join(base, name, 'private.md'), 'private');
  if (note !== undefined) await writeFile(path.join(base, name, 'made-by.json'), JSON.stringify(note));
}

it('removes what a killed audit left, and nothing of one that runs or of anybody else', async () => {
  const own = path.basename(await makeAuditPlace(base));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await left('archive-audit-dead01', { pid, started: '1' });
  await left('archive-audit-again1', { pid: process.pid, started: 'another time' });
  await left('archive-audit-nonote');
  await left('archive-audit-oldone');
  await left('archive-audit-key-abc', { pid, started: '1' });
  await left('other-dead01', { pid, started: '1' });
  const now = new Date();
  const before = new Date(now.getTime() - 25 * 3600 * 1000);
  await utimes(path.join(base, 'archive-audit-oldone'), before, before);
  expect(await removeStalePlaces(base, now)).toBe(3);
  expect((await readdir(base)).sort()).toEqual(
    [own, 'archive-audit-key-abc', 'archive-audit-nonote', 'other-dead01'].sort(),
  );
});

it('makes do without a temporary directory to look through', async () => {
  expect(await removeStalePlaces(path.join(base, 'none'), new Date())).toBe(0);
});
