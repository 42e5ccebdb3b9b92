import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishGeneration } from '../publish-generation.ts';
import { buildSample, sampleEntity, samplePage } from '../testing/sample-index.ts';
import { toServedIndex } from '../to-served-index.ts';
import { chunkPath, type ChunkRecord, readManifest } from './chunk-manifest.ts';
import { PRIVATE_CHUNK_FORM, PRIVATE_SECTIONS } from './private-chunk.ts';
import { wholeChunks } from './whole-chunks.ts';
import type { PreviousHalf } from './write-chunks.ts';

const form = { subject: 'private index', form: PRIVATE_CHUNK_FORM, names: PRIVATE_SECTIONS };
/** In this thread, and in one of its own. */
const WAYS: [string, { threadFrom: number }][] = [
  ['this thread', { threadFrom: Number.POSITIVE_INFINITY }],
  ['another thread', { threadFrom: 0 }],
];

let root: string;
let half: PreviousHalf;
let chunks: readonly ChunkRecord[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'whole-'));
  // A work of many fragments has chunks of its own.
  const works = [1, 1_200, 1].map((pages, at) => {
    const entity = sampleEntity(`essay:e${at}`);
    const page = (_: unknown, n: number) => samplePage(entity.id, n + 1, `Page ${n} of ${at}.`);
    return { entity, fragments: Array.from({ length: pages }, page) };
  });
  const privateIndex = buildSample(works, { dimensions: 3 });
  await publishGeneration(join(root, 'out'), { privateIndex, servedIndex: toServedIndex(privateIndex) });
  const folder = join(root, 'out', 'generations', '1', 'private');
  const manifest = await readManifest(folder, { subject: 'private index', half: 'private' });
  if (manifest === undefined) throw new Error('nothing was published');
  half = { folder, manifest };
  chunks = manifest.chunks;
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.each(WAYS)('chunks looked at in %s', (_, options) => {
  it('are whole as they were written', async () => {
    expect(chunks.length).toBe(5);
    expect([...(await wholeChunks(half, form, options))].sort()).toStrictEqual(
      chunks.map(({ digest }) => digest).sort(),
    );
  });

  it('are all whole but the one that was changed, cut, lengthened or removed', async () => {
    const folder = await mkdtemp(join(root, 'copy-'));
    await cp(half.folder, folder, { recursive: true });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(chunks.length - 1),
        fc.constantFrom('changed', 'cut', 'lengthened', 'removed'),
        fc.noBias(fc.nat(999)),
        async (which, damage, thousandth) => {
          const record = chunks[which] as ChunkRecord;
          const path = chunkPath(folder, record);
          const good = await readFile(path);
          const at = Math.floor((thousandth / 1_000) * good.length);
          if (damage === 'removed') await rm(path);
          else if (damage === 'cut') await writeFile(path, good.subarray(0, at));
          else if (damage === 'lengthened') await writeFile(path, Buffer.concat([good, Buffer.from('x')]));
          else {
            const bad = Buffer.from(good);
            bad.writeUInt8(bad.readUInt8(at) ^ 1, at);
            await writeFile(path, bad);
          }
          const whole = await wholeChunks({ ...half, folder }, form, options);
          await writeFile(path, good);
          expect([...whole].sort()).toStrictEqual(
            chunks
              .filter((chunk) => chunk !== record)
              .map(({ digest }) => digest)
              .sort(),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a thread that compares checksums', () => {
  afterEach(() => {
    vi.doUnmock('./whole-chunks-source.ts');
    vi.resetModules();
  });

  it.each([
    ['throws', "throw new Error('no');"],
    ['ends without a word', 'process.exit();'],
    ['cannot be read', 'this is no program'],
    ['says something else', "require('node:worker_threads').parentPort.postMessage(null);"],
    ['says too little', "require('node:worker_threads').parentPort.postMessage([true]);"],
  ])('%s: this thread looks at them', async (_, replaced) => {
    vi.resetModules();
    vi.doMock('./whole-chunks-source.ts', () => ({ CHECK_SOURCE: replaced }));
    const failing = (await import('./whole-chunks.ts')).wholeChunks;
    const folder = await mkdtemp(join(root, 'failing-'));
    await cp(half.folder, folder, { recursive: true });
    const [damaged, ...rest] = chunks as [ChunkRecord, ...ChunkRecord[]];
    const bytes = await readFile(chunkPath(folder, damaged));
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
    await writeFile(chunkPath(folder, damaged), bytes);
    const whole = await failing({ ...half, folder }, form, { threadFrom: 0 });
    expect([...whole].sort()).toStrictEqual(rest.map(({ digest }) => digest).sort());
  });
});
