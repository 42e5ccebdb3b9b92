import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveFolder } from '../read/archive-folder.fixture.ts';
import { ensureSlugKey, SlugKeyError } from './slug-key.ts';

const keyFile = (out: string): string => path.join(out, 'keys/slug.key');

describe('ensureSlugKey', () => {
  it('makes a key once, for its owner alone, and leaves nothing else behind', async () => {
    const out = await archiveFolder({});
    const key = await ensureSlugKey(out);
    expect(key.length).toBe(32);
    expect(await ensureSlugKey(out)).toEqual(key);
    expect(new Uint8Array(await readFile(keyFile(out)))).toEqual(new Uint8Array(key));
    expect(await readdir(path.join(out, 'keys'))).toEqual(['slug.key']);
    expect((await stat(keyFile(out))).mode & 0o777).toBe(0o600);
  });

  it('gives one key to two first runs at once', async () => {
    const out = await archiveFolder({});
    const keys = await Promise.all(Array.from({ length: 8 }, async () => await ensureSlugKey(out)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(await readdir(path.join(out, 'keys'))).toEqual(['slug.key']);
  });

  it('writes nothing before there is an output folder', async () => {
    const folder = await archiveFolder({});
    expect((await ensureSlugKey(path.join(folder, 'out'))).length).toBe(32);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([0, 31, 33])('refuses a key of %i bytes with a remedy, and makes no other', async (length) => {
    const out = await archiveFolder({ 'keys/slug.key': new Uint8Array(length) });
    const error: unknown = await ensureSlugKey(out).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SlugKeyError);
    expect(error).toMatchObject({
      code: 'slug-key',
      message: `the key of private ids, \`${keyFile(out)}\`, is not a file of 32 bytes`,
      help: 'put it back from a copy, or delete it: ids of private works whose names are not Latin then change',
    });
    expect((await readFile(keyFile(out))).length).toBe(length);
  });

  it('goes on after a run that was killed while it made the key', async () => {
    const out = await archiveFolder({ 'keys/.slug.key.0123456789abcdef': new Uint8Array(7) });
    expect((await ensureSlugKey(out)).length).toBe(32);
  });

  it('refuses a folder in the place of the key', async () => {
    const out = await archiveFolder({});
    await mkdir(keyFile(out), { recursive: true });
    await writeFile(path.join(keyFile(out), 'x'), '');
    await expect(ensureSlugKey(out)).rejects.toBeInstanceOf(SlugKeyError);
  });
});
