import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestEmbedder } from '@archive/embed/testing';
import { IndexFormatError, publishGeneration, readGeneration, readServedIndex } from '@archive/index';
import { listFiles, temporaryFolder } from '@archive/process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIndexes } from './lib/made-index.ts';

const folder = temporaryFolder('generation-bytes');
const out = join(folder.path, 'out');
const embedder = createTestEmbedder({ dimensions: 16 });
let files: string[] = [];

beforeAll(async () => {
  mkdirSync(out);
  const pair = await makeIndexes(
    [
      { slug: 'essay', raw: 'public', exposure: 'text', parts: [{ text: 'mud bell ebb key' }] },
      {
        slug: 'novel',
        raw: 'private',
        exposure: 'semantic',
        parts: [{ text: 'quay lamp '.repeat(60), gist: 'an account of a visit' }],
      },
      { slug: 'notes', raw: 'private', exposure: 'none', parts: [{ text: 'rope tide' }] },
    ],
    embedder,
  );
  await publishGeneration(out, pair);
  files = listFiles(join(out, 'generations'));
});
afterAll(folder.remove);

describe('a published generation, read through current.json (decisions 4.2)', () => {
  test('is two halves of a list and its chunks, and opens', async () => {
    expect(files.map((path) => path.replace(/[0-9a-f]{64}/, '<digest>'))).toEqual([
      '1/private/<digest>.chunk',
      '1/private/manifest.json',
      '1/served/<digest>.chunk',
      '1/served/manifest.json',
      '1/served/validated',
    ]);
    expect((await readServedIndex(out)).fragmentCount).toBe(2);
    expect((await readGeneration(out))?.privateIndex.entries).toHaveLength(3);
  });

  test.each(['served/manifest.json', 'served/chunk', 'private/manifest.json', 'private/chunk'])(
    'is refused by who reads it when a byte of %s is another',
    async (name) => {
      const file = fileOf(name);
      await expectEveryByteRefused(file, readerOf(file));
    },
  );

  test.each(['served/manifest.json', 'served/chunk', 'private/manifest.json', 'private/chunk'])(
    'is refused when %s is shorter, longer, empty or gone',
    async (name) => {
      const file = fileOf(name);
      const read = readerOf(file);
      const path = join(out, 'generations', file);
      const bytes = readFileSync(path);
      for (const other of [
        bytes.subarray(0, -1),
        bytes.subarray(1),
        Buffer.concat([bytes, Buffer.from([0])]),
        Buffer.concat([bytes, Buffer.from('\n')]),
        Buffer.alloc(0),
      ]) {
        writeFileSync(path, other);
        await expect(read()).rejects.toThrow(IndexFormatError);
      }
      rmSync(path);
      await expect(read()).rejects.toThrow(IndexFormatError);
      writeFileSync(path, bytes);
      await read();
    },
  );

  test('is refused when its halves are of two generations', async () => {
    const pair = await makeIndexes(
      [{ slug: 'essay', raw: 'public', exposure: 'text', parts: [{ text: 'other words' }] }],
      embedder,
    );
    await publishGeneration(out, pair);
    const [first, second] = [1, 2].map((seq) => join(out, 'generations', String(seq)));
    renameSync(join(second!, 'private'), join(second!, 'kept'));
    mkdirSync(join(second!, 'private'));
    for (const name of listFiles(join(first!, 'private'))) {
      writeFileSync(join(second!, 'private', name), readFileSync(join(first!, 'private', name)));
    }
    await expect(readGeneration(out)).rejects.toThrow(IndexFormatError);
    expect((await readServedIndex(out)).seq).toBe(2);
  });
});

/** The one file of a half that is called so. */
function fileOf(name: string): string {
  const [half = '', what = ''] = name.split('/');
  return files.find((path) => path.startsWith(`1/${half}/`) && path.endsWith(what))!;
}

/** How a file is read: the served half by the server, the private one by the author. */
function readerOf(file: string): () => Promise<unknown> {
  return file.includes('/served/') ? () => readServedIndex(out) : () => readGeneration(out);
}

/** Bytes that are changed in a file: every one of a small file, of a larger one as many (packages/index changes all). */
const CHANGED = 600;

async function expectEveryByteRefused(file: string, read: () => Promise<unknown>): Promise<void> {
  const path = join(out, 'generations', file);
  const bytes = readFileSync(path);
  const passed: number[] = [];
  const step = Math.max(1, Math.floor(bytes.length / CHANGED));
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Buffer.from(bytes);
    changed[at] = bytes[at]! ^ (1 << (at % 8));
    writeFileSync(path, changed);
    const refused = await read().then(
      () => false,
      (error: unknown) => error instanceof IndexFormatError,
    );
    if (!refused) passed.push(at);
  }
  writeFileSync(path, bytes);
  expect(bytes.length).toBeGreaterThan(60);
  expect(passed).toEqual([]);
}
