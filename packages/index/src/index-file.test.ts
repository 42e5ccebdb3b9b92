import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIndex, writeIndex, writeServedIndex } from './index-file.ts';
import { IndexFormatError } from './index-format-error.ts';
import type { PrivateIndex } from './private-index.ts';
import { readServedIndex } from './read-served-index.ts';
import { sampleIndex } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-file-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('index files', () => {
  it('keep every number of a vector, bit for bit, negative zero included', async () => {
    const index = sampleIndex();
    const odd = [0.1, -0, 1e-300, 5e-324, 1 / 3, -1e38, 2 ** -149, 1, 2, 3, 4, Math.PI];
    const first = index.entries[0] as PrivateIndex['entries'][number];
    const changed = { ...index, entries: index.entries.with(0, { ...first, vector: odd }) };
    const path = join(folder, 'odd.json');
    await writeIndex(path, changed);
    const read = await readIndex(path);
    expect(read).toEqual(changed);
    expect(Array.from(read.entries[0]?.vector ?? [], (x) => Object.is(x, -0))).toEqual(
      odd.map((x) => Object.is(x, -0)),
    );
  });

  it('are equal bytes for equal indexes, and end in a newline', async () => {
    await writeIndex(join(folder, 'a.json'), sampleIndex());
    await writeIndex(join(folder, 'b.json'), await readIndex(join(folder, 'a.json')));
    const [a, b] = await Promise.all(
      ['a.json', 'b.json'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(a).toBe(b);
    expect(a?.endsWith('}\n')).toBe(true);
  });

  it('are readable by their owner only', async () => {
    await writeIndex(join(folder, 'mode.json'), sampleIndex());
    expect((await stat(join(folder, 'mode.json'))).mode & 0o777).toBe(0o600);
  });

  it('are not written when a reader would refuse them: the old file stands, nothing else is left', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    const path = join(own, 'index.json');
    await writeIndex(path, sampleIndex());
    const before = await readFile(path, 'utf8');
    const spoilt = { ...sampleIndex(), model: '' };
    await expect(writeIndex(path, spoilt)).rejects.toThrow('model is missing or blank');
    const served = toServedIndex(sampleIndex());
    await expect(writeServedIndex(join(own, 'served.json'), { ...served, builtAt: 'x' })).rejects.toThrow(
      'builtAt is not a UTC date',
    );
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readdir(own)).toEqual(['index.json']);
  });

  it('leave no temporary file when the rename fails', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    await mkdir(join(own, 'index.json'));
    await expect(writeIndex(join(own, 'absent', 'index.json'), sampleIndex())).rejects.toThrow('ENOENT');
    await expect(writeIndex(join(own, 'index.json'), sampleIndex())).rejects.toThrow(
      /EISDIR|EEXIST|ENOTEMPTY|EPERM/,
    );
    expect(await readdir(own)).toEqual(['index.json']);
  });

  it('of the served kind open through the served door', async () => {
    const path = join(folder, 'served.json');
    await writeServedIndex(path, toServedIndex(sampleIndex(), { about: { floor: 0.4, scoreCap: 0.7 } }));
    const served = await readServedIndex(path);
    expect(served).toMatchObject({
      builtAt: '2024-03-05',
      model: 'sample/1',
      dimensions: 12,
      entityCount: 6,
      fragmentCount: 12,
      floor: 0.4,
      scoreCap: 0.7,
      about: { floor: 0.4, scoreCap: 0.7 },
    });
    expect(served.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(served.seq).toBeUndefined();
  });

  it.each([
    [
      'a private index',
      async (path: string) => writeIndex(path, sampleIndex()),
      'kind says that this is a private index',
    ],
    ['no JSON', async (path: string) => writeFile(path, '{"text": "amber'), 'is not valid JSON'],
    [
      'no UTF-8',
      async (path: string) => writeFile(path, Buffer.from([0x7b, 0xff, 0x7d])),
      'is not valid UTF-8',
    ],
    ['an empty file', async (path: string) => writeFile(path, ''), 'is not valid JSON'],
    ['no file', async () => undefined, 'does not exist'],
  ])('are refused on the served path when they hold %s', async (name, make, problem) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.json`);
    await make(path);
    const refusal = await readServedIndex(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(IndexFormatError);
    expect((refusal as IndexFormatError).message).toContain(problem);
    expect((refusal as IndexFormatError).message).toContain(path);
    expect((refusal as IndexFormatError).message).not.toContain('amber');
    expect((refusal as IndexFormatError).cause).toBeUndefined();
  });

  it('refuse, on the private path, a missing file with the remedy to build', async () => {
    await expect(readIndex(join(folder, 'none.json'))).rejects.toMatchObject({
      help: expect.stringContaining('archive build'),
    });
  });
});
