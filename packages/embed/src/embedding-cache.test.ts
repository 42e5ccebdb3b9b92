import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';
import { EmbedderError } from './embedder-error.ts';
import { withEmbeddingCache } from './embedding-cache.ts';
import { createTestEmbedder } from './testing.ts';

const KEY = 'a key of more than sixteen bytes';
let dir: string;

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'archive-cache-')), 'cache');
});

afterEach(async () => {
  await rm(join(dir, '..'), { recursive: true, force: true });
});

function counted(embedder: Embedder = createTestEmbedder({ dimensions: 8 })): Embedder & { asked: string[] } {
  const asked: string[] = [];
  return {
    ...embedder,
    asked,
    embed(texts, options) {
      asked.push(...texts);
      return embedder.embed(texts, options);
    },
  };
}

async function files(): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe('withEmbeddingCache', () => {
  it('embeds a text once, in this process and the next', async () => {
    const embedder = counted();
    const first = await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['one', 'two', 'one']);
    const second = await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['two', 'one', 'three']);
    expect(embedder.asked).toEqual(['one', 'two', 'three']);
    expect(first).toEqual(await embedder.embed(['one', 'two', 'one']));
    expect(second.slice(0, 2)).toEqual([first[1], first[0]]);
  });

  it('keeps another model, key or purpose apart', async () => {
    const embedder = counted();
    await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['one']);
    await withEmbeddingCache({ ...embedder, model: 'other' }, { dir, key: KEY }).embed(['one']);
    await withEmbeddingCache(embedder, { dir, key: `${KEY}!` }).embed(['one']);
    expect(embedder.asked).toEqual(['one', 'one', 'one']);
    expect(await files()).toHaveLength(3);
  });

  it('keeps no question on disk', async () => {
    const embedder = counted();
    const cache = withEmbeddingCache(embedder, { dir, key: KEY });
    await cache.embed(['asked'], { purpose: 'query' });
    await cache.embed(['asked'], { purpose: 'query' });
    expect(embedder.asked).toEqual(['asked', 'asked']);
    await expect(files()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('lets its owner alone read its folder and files (decisions 1.11)', async () => {
    await withEmbeddingCache(counted(), { dir, key: KEY }).embed(['one']);
    const [file] = await files();
    expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  it('closes a folder that others could read', async () => {
    await withEmbeddingCache(counted(), { dir, key: KEY }).embed(['one']);
    await chmod(dir, 0o755);
    await withEmbeddingCache(counted(), { dir, key: KEY }).embed(['two']);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  it('names files so that a text cannot be tested for without the key', async () => {
    await withEmbeddingCache(counted(), { dir, key: KEY }).embed(['one']);
    await withEmbeddingCache(counted(), { dir, key: `${KEY}!` }).embed(['one']);
    expect(new Set((await files()).map((file) => file.slice(-67)))).toHaveLength(2);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut short', (bytes) => bytes.subarray(0, -1)],
    ['emptied', () => Buffer.alloc(0)],
    [
      'altered in one bit',
      (bytes) => {
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        return bytes;
      },
    ],
    ['replaced by another entry', () => Buffer.alloc(32 + 32, 1)],
  ])('ignores and replaces a file that was %s', async (_, damage) => {
    const embedder = counted();
    const [good] = await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['one']);
    const [file = ''] = await files();
    await writeFile(file, damage(await readFile(file)));
    expect(await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['one'])).toEqual([good]);
    expect(await withEmbeddingCache(embedder, { dir, key: KEY }).embed(['one'])).toEqual([good]);
    expect(embedder.asked).toEqual(['one', 'one']);
  });

  it('does not take the vector of one text for another when files are swapped', async () => {
    const embedder = counted();
    const cache = withEmbeddingCache(embedder, { dir, key: KEY });
    const good = await cache.embed(['one', 'two']);
    const [a = '', b = ''] = await files();
    const bytes = await readFile(a);
    await writeFile(a, await readFile(b));
    await writeFile(b, bytes);
    expect(await cache.embed(['one', 'two'])).toEqual(good);
  });

  it('goes on without a folder it can write', async () => {
    await writeFile(dir, 'a file is in the way');
    expect(await withEmbeddingCache(counted(), { dir, key: KEY }).embed(['one'])).toHaveLength(1);
  });

  it('keeps what the embedder says about itself', () => {
    const { embed: _, ...facts } = withEmbeddingCache(createTestEmbedder({ host: 'h' }), { dir, key: KEY });
    expect(facts).toEqual({ model: 'test/1', dimensions: 64, reach: 'semantic', host: 'h' });
  });

  it('refuses a short key and an embedder that forgets a text', async () => {
    expect(() => withEmbeddingCache(counted(), { dir, key: 'short' })).toThrow(RangeError);
    const forgetful: Embedder = { ...createTestEmbedder(), embed: async () => [] };
    await expect(withEmbeddingCache(forgetful, { dir, key: KEY }).embed(['one'])).rejects.toThrow(
      EmbedderError,
    );
  });
});
