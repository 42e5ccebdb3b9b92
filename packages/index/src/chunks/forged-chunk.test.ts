/**
 * What checksums cannot see: a half written with checksums of its own, by who may write the folder but has not its key.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Current, readCurrent, writeCurrent } from '../current-generation.ts';
import { publishGeneration } from '../publish-generation.ts';
import { readServedIndex } from '../read-served-index.ts';
import type { ServedEntry, ServedIndexData } from '../served-index.ts';
import { sampleIndex } from '../testing/sample-index.ts';
import { toServedIndex } from '../to-served-index.ts';
import {
  chunkPath,
  MANIFEST_FILE,
  manifestSha256,
  readManifest,
  serializeManifest,
} from './chunk-manifest.ts';
import { cutServedChunks, servedSource } from './plan-served-chunks.ts';
import { encodeServedChunk } from './served-chunk.ts';
import { rememberValid } from './validation-record.ts';

let out: string;
let folder: string;
const own = sampleIndex();
const good = toServedIndex(own);
beforeAll(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'forged-')), '.archive');
  folder = join(out, 'generations', '1', 'served');
  await publishGeneration(out, { privateIndex: own, servedIndex: good });
});
afterAll(async () => {
  await rm(join(out, '..'), { recursive: true, force: true });
});

/** Puts another served half in place, every checksum and the pointer fitting it. @returns the digest of its manifest */
async function forge(index: ServedIndexData): Promise<string> {
  const manifest = await readManifest(folder, { subject: 'test', half: 'served' });
  const [run] = cutServedChunks(index);
  if (manifest === undefined || run === undefined) throw new Error('the sample has one chunk');
  const { digest, size, pieces } = encodeServedChunk(run, index.dimensions);
  const exact = run.entries.filter((entry) => 'vector' in entry).length;
  const record = {
    digest,
    source: servedSource(run, index.dimensions),
    size,
    works: run.entities.length,
    fragments: run.entries.length,
    exact,
  };
  await writeFile(chunkPath(folder, record), Buffer.concat(pieces));
  const json = serializeManifest({
    ...manifest,
    works: record.works,
    fragments: record.fragments,
    chunks: [record],
  });
  await writeFile(join(folder, MANIFEST_FILE), json);
  const sha256 = manifestSha256(json);
  await writeCurrent(out, { ...((await readCurrent(out)) as Current), servedSha256: sha256 });
  return sha256;
}

const leaking: ServedIndexData = {
  ...good,
  entries: good.entries.map(
    (entry): ServedEntry =>
      entry.fragment.disclosure.exposure === 'locator'
        ? { ...entry, fragment: { ...entry.fragment, text: 'A private word.' } }
        : entry,
  ),
};
const LEAK = 'is not empty, though the fragment is not exposed as text';

describe('a forged served half', () => {
  it('is checked in full where no record vouches for it, and opens when nothing is wrong with it', async () => {
    await forge(good);
    expect((await readServedIndex(out)).fragmentCount).toBe(good.entries.length);
    await forge(leaking);
    await expect(readServedIndex(out)).rejects.toThrow(LEAK);
  });

  it('gives out no fragment that breaks the rules even where a record vouches for it', async () => {
    await rememberValid(out, folder, await forge(leaking));
    const { entries } = await readServedIndex(out);
    const at = leaking.entries.findIndex(({ fragment }) => fragment.text === 'A private word.');
    expect(at).toBeGreaterThan(0);
    expect(() => entries.at(at)).toThrow(LEAK);
    expect(() => [...entries]).toThrow(LEAK);
    expect(entries.at(0)?.fragment.id).toBe(leaking.entries[0]?.fragment.id);
  });

  it('is refused when what its manifest says it is made from is not what is in it', async () => {
    await forge(good);
    const manifest = await readManifest(folder, { subject: 'test', half: 'served' });
    if (manifest === undefined) throw new Error('the half has a manifest');
    const chunks = manifest.chunks.map((record) => ({ ...record, source: '0'.repeat(64) }));
    const json = serializeManifest({ ...manifest, chunks });
    await writeFile(join(folder, MANIFEST_FILE), json);
    await writeCurrent(out, { ...((await readCurrent(out)) as Current), servedSha256: manifestSha256(json) });
    await expect(readServedIndex(out)).rejects.toThrow('chunks[0].source is not that of the chunk');
  });
});
