import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRetrievalIndex } from '../build-retrieval-index.ts';
import { readGeneration } from '../generation.ts';
import type { PrivateIndex } from '../private-index.ts';
import { publishGeneration } from '../publish-generation.ts';
import { readServedIndex } from '../read-served-index.ts';
import type { Groups, RetrievalColumns } from '../retrieval-columns.ts';
import type { ServedIndex } from '../served-index.ts';
import { arbitraryWorks } from '../testing/arbitrary-works.ts';
import { buildSample, sampleEntity, samplePage, type SampleWork, words } from '../testing/sample-index.ts';
import { toServedIndex } from '../to-served-index.ts';
import { buildColumns } from './build-columns.ts';
import { encodeByteCodes } from './byte-codes.ts';
import { readManifest } from './chunk-manifest.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'chunks-'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});
const newOut = async (): Promise<string> => join(await mkdtemp(join(root, 'case-')), '.archive');

const asFloats = (index: PrivateIndex): PrivateIndex => ({
  ...index,
  entries: index.entries.map((entry) => ({ ...entry, vector: Float32Array.from(entry.vector) })),
});
const publish = (out: string, index: PrivateIndex): Promise<{ seq: number }> =>
  publishGeneration(out, { privateIndex: index, servedIndex: toServedIndex(index) });

/** Files of a half with their bytes, the record that is keyed left out. */
async function bytesOf(out: string, seq: number, half: string): Promise<Map<string, string>> {
  const folder = join(out, 'generations', String(seq), half);
  const names = (await readdir(folder)).filter((name) => name !== 'validated').sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await readFile(join(folder, name))).toString('latin1')] as const),
    ),
  );
}

/** Positions to compare: all of a short list, some hundred of a long one, its ends among them. */
function positionsOf(length: number): number[] {
  const step = Math.max(1, Math.floor(length / 100));
  const all = Array.from({ length }, (_, at) => at);
  return all.filter((at) => at % step === 0 || at === length - 1);
}

/** An index with a part of its works and fragments. */
function sampleOf(index: PrivateIndex): unknown {
  const { entities, entries } = index;
  return {
    ...index,
    counts: [entities.length, entries.length],
    entities: positionsOf(entities.length).map((at) => entities[at]),
    entries: positionsOf(entries.length).map((at) => entries[at]),
  };
}

/** Columns with their numbers written out, so that two ways of numbering compare; of long ones, rows here and there. */
function written(columns: RetrievalColumns, length: number): unknown {
  // Long lists compare as one string in a fraction of the time.
  const whole = (value: unknown): unknown =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
      : value;
  const list = ({ starts, items }: Groups, strings: readonly string[]): unknown =>
    JSON.stringify(
      Array.from({ length: starts.length - 1 }, (_, at) =>
        Array.from(items.subarray(starts[at], starts[at + 1]), (item) => strings[item]),
      ),
    );
  const twins = new Map<number, number>();
  return {
    ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, whole(value)])),
    workIds: JSON.stringify(
      Array.from({ length: columns.workIds.length }, (_, at) => columns.workIds.at(at)),
    ),
    creators: list(columns.creators, columns.names),
    speakers: list(columns.speakers, columns.names),
    workThemes: list(columns.workThemes, columns.themes),
    rowThemes: list(columns.rowThemes, columns.themes),
    type: JSON.stringify(Array.from(columns.type, (type) => columns.types[type])),
    twinGroup: JSON.stringify(
      Array.from(columns.twinGroup, (group, at) =>
        group < 0 ? -1 : (twins.get(group) ?? (twins.set(group, at), at)),
      ),
    ),
    types: undefined,
    names: undefined,
    themes: undefined,
    rows: positionsOf(length).map((at) => [columns.vectorAt(at), columns.bitsAt(at)]),
    vectorAt: undefined,
    bitsAt: undefined,
  };
}

/** What was opened must be what would be worked out of the index in memory. */
function expectOpened(opened: ServedIndex, index: PrivateIndex): void {
  const served = toServedIndex(asFloats(index));
  const expected = buildRetrievalIndex(served);
  const entries = [...expected.entries];
  const positions = positionsOf(entries.length);
  const sampled = positions.map((at) => entries[at]);
  const iterated = [...opened.entries];
  expect(iterated).toHaveLength(entries.length);
  expect(positions.map((at) => iterated[at])).toEqual(sampled);
  expect(positions.map((at) => opened.entries.at(at))).toEqual(sampled);
  expect([opened.entries.length, opened.fragmentCount]).toEqual([entries.length, entries.length]);
  if (entries.length > 0) expect(opened.entries.at(0)).toBe(opened.entries.at(0));
  expect(opened.entries.at(entries.length)).toBeUndefined();
  expect(opened.entries.at(-1)).toEqual(entries.at(-1));
  const works = [...expected.entities];
  const numbers = positionsOf(works.length);
  const iteratedWorks = [...opened.entities];
  expect(numbers.map((at) => iteratedWorks[at])).toEqual(numbers.map((at) => works[at]));
  expect(opened.entities.size).toBe(opened.entityCount);
  for (const [id] of numbers.map((at) => works[at] as (typeof works)[number])) {
    expect(opened.entities.get(id)).toEqual(expected.entities.get(id));
    expect([opened.entities.has(id), opened.entities.has(`${id}x`)]).toEqual([
      true,
      expected.entities.has(`${id}x`),
    ]);
  }
  expect([...opened.entities.keys(), opened.entities.get('x')]).toEqual([
    ...expected.entities.keys(),
    undefined,
  ]);
  expect({ ...opened.codes, encodeQuery: 0 }).toEqual({ ...expected.codes, encodeQuery: 0 });
  const columns = opened.columns as RetrievalColumns;
  expect(written(columns, entries.length)).toEqual(
    written(buildColumns(entries, expected.entities), entries.length),
  );
  const exact = entries.flatMap(({ vector }) => (vector === undefined ? [] : [vector]));
  const { codes, stride, scale, residual } = encodeByteCodes(exact, index.dimensions);
  expect(opened.byteCodes === undefined).toBe(exact.length === 0);
  if (opened.byteCodes === undefined) return;
  const { memory, offset, ...rest } = opened.byteCodes;
  expect(rest).toEqual({ stride, scale, residual });
  expect(Buffer.from(new Int8Array(memory.buffer, offset, codes.length))).toEqual(Buffer.from(codes));
}

describe('a generation in chunks', () => {
  it('opens as what was published, columns and codes as worked out in memory, and reads whole as both indexes', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryWorks, async (works) => {
        const out = await newOut();
        const index = buildSample(works);
        await publish(out, index);
        const served = toServedIndex(asFloats(index));
        const generation = await readGeneration(out);
        expect(generation?.privateIndex).toEqual(asFloats(index));
        expect(generation?.servedIndex).toEqual(served);
        expectOpened(await readServedIndex(out), index);
        // In a copy without the key everything is checked again, and nothing else comes of it.
        await rm(join(out, 'validation.key'));
        expectOpened(await readServedIndex(out), index);
      }),
      { numRuns: 6 },
    );
  });

  it('is, after any change, byte for byte what a publish from nothing makes', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryWorks, arbitraryWorks, async (before, after) => {
        const [changed, fresh] = [await newOut(), await newOut()];
        await publish(changed, buildSample(before));
        await publish(changed, buildSample(after));
        const mixed = buildSample(after);
        await publish(fresh, { ...mixed, entities: mixed.entities.toReversed() });
        for (const half of ['served', 'private'])
          expect(await bytesOf(changed, 2, half)).toEqual(await bytesOf(fresh, 1, half));
      }),
      { numRuns: 6 },
    );
  });
});

/** Many works of a few fragments, and one that is longer than a chunk. */
function largeWorks(): SampleWork[] {
  const works = Array.from({ length: 500 }, (_, work): SampleWork => {
    const id = `essay:w${String(work).padStart(4, '0')}`;
    return {
      entity: sampleEntity(id),
      fragments: [1, 2].map((page) => samplePage(id, page, `Page ${page} of ${work}.`)),
    };
  });
  const long = sampleEntity('essay:w0250-long', {
    disclosure: { raw: 'private', exposure: 'locator' },
    policy: { match: 'face' },
  });
  const pages = Array.from({ length: 1300 }, (_, page) =>
    samplePage(long.id, 1 + (page % 650), words('amber', 2, page), { id: `${long.id}#p${page}` }),
  );
  return [...works, { entity: long, fragments: pages }];
}

describe('an index of several chunks', () => {
  const works = largeWorks();
  const index = buildSample(works, { dimensions: 4 });
  const edited = buildSample(
    works.map((work) =>
      work.entity.id === 'essay:w0400'
        ? { ...work, fragments: [samplePage(work.entity.id, 1, 'Xylophone.'), ...work.fragments.slice(1)] }
        : work,
    ),
    { dimensions: 4 },
  );
  let out: string;
  beforeAll(async () => {
    out = await newOut();
    await publish(out, index);
  }, 60_000);

  it('opens as one: a work in several chunks is one work, twins in them one group, ids in one order', async () => {
    const opened = await readServedIndex(out);
    const folder = join(out, 'generations', '1', 'served');
    expect((await readdir(folder)).length).toBeGreaterThan(5);
    const manifest = await readManifest(folder, { subject: 'test', half: 'served' });
    expect(manifest?.chunks.reduce((sum, chunk) => sum + chunk.works, 0)).toBeGreaterThan(works.length);
    expectOpened(opened, index);
    const own = (await readGeneration(out))?.privateIndex;
    expect(own === undefined ? own : sampleOf(own)).toEqual(sampleOf(asFloats(index)));
  });

  it('shares the chunks of what did not change with the generation before, and no other', async () => {
    const { seq } = await publish(out, edited);
    const inodes = async (number: number, half: string): Promise<Map<string, number>> => {
      const folder = join(out, 'generations', String(number), half);
      const names = (await readdir(folder)).filter((name) => name.endsWith('.chunk'));
      return new Map(
        await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const)),
      );
    };
    for (const half of ['served', 'private']) {
      const [old, now] = [await inodes(seq - 1, half), await inodes(seq, half)];
      const shared = [...now].filter(([name, inode]) => old.get(name) === inode);
      expect([old.size, now.size - shared.length]).toEqual([now.size, 1]);
    }
    expectOpened(await readServedIndex(out), edited);
    const fresh = await newOut();
    await publish(fresh, edited);
    for (const half of ['served', 'private'])
      expect(await bytesOf(out, seq, half)).toEqual(await bytesOf(fresh, 1, half));
  });

  it('holds text that was taken back in no file of the next generation', async () => {
    const { seq } = await publish(out, edited);
    const { seq: next } = await publish(out, index);
    const holds = async (number: number): Promise<boolean[]> =>
      Promise.all(
        ['served', 'private'].map(async (half) =>
          [...(await bytesOf(out, number, half)).values()].some((bytes) => /xylophone/i.test(bytes)),
        ),
      );
    expect(await holds(seq)).toEqual([true, true]);
    expect(await holds(next)).toEqual([false, false]);
  });

  it('makes a chunk anew that is damaged in the generation before', async () => {
    const { seq } = await publish(out, index);
    const folder = join(out, 'generations', String(seq), 'served');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.chunk'));
    await writeFile(join(folder, name), 'x');
    await publish(out, index);
    expect((await readServedIndex(out)).fragmentCount).toBe(index.entries.length);
  });

  it.each(['served', 'private'])('makes a %s chunk anew of which one byte is damaged', async (half) => {
    const { seq } = await publish(out, index);
    const folder = join(out, 'generations', String(seq), half);
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.chunk'));
    const good = await readFile(join(folder, name));
    const spoilt = Buffer.from(good);
    spoilt.writeUInt8(spoilt.readUInt8(spoilt.length >> 1) ^ 1, spoilt.length >> 1);
    await writeFile(join(folder, name), spoilt);
    const { seq: next } = await publish(out, index);
    const written = await readFile(join(out, 'generations', String(next), half, name));
    expect(written.equals(good)).toBe(true);
  });
});
