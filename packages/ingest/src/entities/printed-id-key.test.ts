import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printedIdKey } from './printed-id-key.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-printed-'));
});
afterEach(async () => {
  await rm(base, { recursive: true });
});

describe('printedIdKey', () => {
  it('is the same in every run, and another one for each output folder (decisions 1.11)', async () => {
    const [one, two] = [path.join(base, 'one'), path.join(base, 'two')];
    await mkdir(one);
    await mkdir(two);
    const key = await printedIdKey(one);
    expect(await printedIdKey(one)).toEqual(key);
    expect(await printedIdKey(two)).not.toEqual(key);
  });

  it('is not the secret it is made from', async () => {
    const key = await printedIdKey(base);
    expect(Buffer.from(key)).not.toEqual(await readFile(path.join(base, 'keys/slug.key')));
  });

  it('is new each time while there is no output folder, and makes none', async () => {
    const absent = path.join(base, 'absent');
    expect(await printedIdKey(absent)).not.toEqual(await printedIdKey(absent));
    await expect(readFile(absent)).rejects.toThrow('ENOENT');
  });
});
