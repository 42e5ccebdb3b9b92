/**
 * What checksums cannot see: a half written with checksums of its own, by who may write the folder but has not its key.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@archive/contract/private';
import { toServedFragment } from '../build-retrieval-index.ts';
import { type Current, readCurrent, writeCurrent } from '../current-generation.ts';
import { encodePostings } from '../lexical/encode-postings.ts';
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
import { ANALYZER, cutServedChunks, servedSource } from './plan-served-chunks.ts';
import { type EncodedFile, encodeSectionFile } from './section-file.ts';
import { encodeServedChunk, SERVED_CHUNK_FORM, SERVED_SECTIONS } from './served-chunk.ts';
import { isKnownValid, rememberValid } from './validation-record.ts';

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

/** What of a forged half is not as it would be written. */
interface Forgery {
  analyzer?: string;
  /** Other bytes for a section. */
  sections?: Partial<Record<(typeof SERVED_SECTIONS)[number], (bytes: Buffer) => Uint8Array>>;
  /** Other numbers for the record of the chunk. */
  exact?: number;
}

/** Puts another served half in place, every checksum and the pointer fitting it. @returns the digest of its manifest */
async function forge(
  index: ServedIndexData,
  { analyzer = ANALYZER, sections = {}, ...forged }: Forgery = {},
): Promise<string> {
  const manifest = await readManifest(folder, { subject: 'test', half: 'served' });
  const [run] = cutServedChunks(index);
  if (manifest === undefined || run === undefined) throw new Error('the sample has one chunk');
  const written = sectionsOf(encodeServedChunk(run, index.dimensions));
  const { digest, size, pieces } = encodeSectionFile(
    SERVED_CHUNK_FORM,
    written.map(({ name, bytes }) => ({ name, bytes: sections[name]?.(bytes) ?? bytes })),
  );
  const exact = run.entries.filter((entry) => 'vector' in entry).length;
  const record = {
    digest,
    source: servedSource(run, index.dimensions, analyzer),
    size,
    works: run.entities.length,
    fragments: run.entries.length,
    exact,
    ...forged,
  };
  await writeFile(chunkPath(folder, record), Buffer.concat(pieces));
  const json = serializeManifest({
    ...manifest,
    analyzer,
    works: record.works,
    fragments: record.fragments,
    chunks: [record],
  });
  await writeFile(join(folder, MANIFEST_FILE), json);
  const sha256 = manifestSha256(json);
  await writeCurrent(out, { ...((await readCurrent(out)) as Current), servedSha256: sha256 });
  return sha256;
}

/** The sections of a chunk, each with bytes of its own. */
function sectionsOf({ pieces }: EncodedFile): { name: (typeof SERVED_SECTIONS)[number]; bytes: Buffer }[] {
  const file = Buffer.concat(pieces);
  const headEnd = 16 + file.readUInt32LE(8);
  const head = JSON.parse(file.toString('utf8', 16, headEnd)) as { sections: [string, number][] };
  let at = headEnd;
  return head.sections.map(([, length], number) => {
    const bytes = Buffer.from(file.subarray(at, at + length));
    at += Math.ceil(length / 16) * 16;
    return { name: SERVED_SECTIONS[number] as (typeof SERVED_SECTIONS)[number], bytes };
  });
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

  it('of another analyser opens, its postings made again, and earns no record', async () => {
    const sha256 = await forge(good, { analyzer: 'other/1' });
    const { lexical } = await readServedIndex(out);
    expect(lexical?.segments.map(({ size }) => size)).toEqual([good.entries.length]);
    expect(await isKnownValid(out, folder, sha256)).toBe(false);
    const own = await forge(good);
    await readServedIndex(out);
    expect(await isKnownValid(out, folder, own)).toBe(true);
  });

  it.each([ANALYZER, 'other/1'])(
    'is refused for columns that are not those of its fragments (%s)',
    async (analyzer) => {
      // The first column is the exposure, one byte a fragment: a locator passes for semantic.
      const asSemantic = (bytes: Buffer): Buffer => {
        const at = bytes.indexOf(2, 8 + 4 * 22);
        return bytes.fill(1, at, at + 1);
      };
      await forge(good, { analyzer, sections: { columns: asSemantic } });
      await expect(readServedIndex(out)).rejects.toThrow(
        'is not what is made of the works and fragments in it',
      );
      await forge(good, {
        analyzer,
        sections: { names: (bytes) => Buffer.concat([bytes, Buffer.from(' ')]) },
      });
      await expect(readServedIndex(out)).rejects.toThrow(
        'is not what is made of the works and fragments in it',
      );
    },
  );

  it('is refused for a code below those that a kernel has room for', async () => {
    await forge(good, { sections: { codes: (bytes) => bytes.fill(0x80, 3, 4) } });
    await expect(readServedIndex(out)).rejects.toThrow('section codes holds -128');
  });

  it('is refused for postings of fewer fragments, even where a record vouches for it', async () => {
    const shorter = (): Uint8Array => {
      const entities = new Map(good.entities.map((entity) => [entity.id, entity as Entity]));
      const rows = good.entries.slice(1).map(({ fragment }) => ({
        entity: entities.get(fragment.entityId) as Entity,
        fragment: toServedFragment(fragment),
      }));
      return encodePostings(rows);
    };
    await rememberValid(out, folder, await forge(good, { sections: { postings: shorter } }));
    await expect(readServedIndex(out)).rejects.toThrow('section postings does not cover each fragment once');
  });

  it('is refused for postings that do not hold together', async () => {
    // The language of the first fragment, after the header.
    await forge(good, { sections: { postings: (bytes) => bytes.fill(9, 80, 81) } });
    await expect(readServedIndex(out)).rejects.toThrow('section postings does not hold together');
  });

  it('is refused before memory is taken for rows that its files cannot hold', async () => {
    await forge(good, { exact: 50_000_000 });
    await expect(readServedIndex(out)).rejects.toThrow('chunks[0].exact is more than its file has room for');
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
