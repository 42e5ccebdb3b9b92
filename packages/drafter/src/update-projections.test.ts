import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProjections, type Projections } from '@archive/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateProjections } from './update-projections.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'update-projections-'));
  file = join(folder, 'projections.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const adding =
  (id: string) =>
  (now: Projections): Projections => ({
    ...now,
    history: [...now.history, { fragmentId: id, action: 'edited' }],
  });

describe('updateProjections', () => {
  it('loses no change of many writers at once', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `book:a#p${at}`);
    await Promise.all(ids.map((id) => updateProjections(file, adding(id))));
    const { history } = await readProjections(file);
    expect(history.map(({ fragmentId }) => fragmentId).sort()).toEqual([...ids].sort());
  });

  it('makes the change anew on what another writer wrote meanwhile', async () => {
    let calls = 0;
    const seen: number[] = [];
    await updateProjections(file, adding('book:a#p1'));
    const result = await updateProjections(file, (now) => {
      seen.push(now.history.length);
      if (++calls === 1) interfere();
      return adding('book:a#p2')(now);
    });
    expect(seen).toEqual([1, 2]);
    expect(result.history.map(({ fragmentId }) => fragmentId)).toEqual([
      'book:a#p1',
      'book:a#p9',
      'book:a#p2',
    ]);
    expect(await readProjections(file)).toMatchObject(result);
  });

  /** Somebody else writes between the read and the write. */
  function interfere(): void {
    const text = readFileSync(file, 'utf8');
    const content = JSON.parse(text) as { history: unknown[] };
    content.history.push({ fragmentId: 'book:a#p9', action: 'vetoed' });
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }

  it('writes nothing when nothing changes or the change throws', async () => {
    expect(await updateProjections(file, (now) => now)).toEqual({
      projections: {},
      overrides: {},
      fingerprints: {},
      history: [],
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await writeFile(file, '{"version": 2}');
    await expect(
      updateProjections(file, () => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await readFile(file, 'utf8')).toBe('{"version": 2}');
  });
});
