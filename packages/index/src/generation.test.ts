import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireBuildLock, BuildLockedError } from './build-lock.ts';
import { readCurrent } from './current-generation.ts';
import { readGeneration, readPrivateGeneration } from './generation.ts';
import { IndexFormatError } from './index-format-error.ts';
import type { PrivateIndex } from './private-index.ts';
import { publishGeneration } from './publish-generation.ts';
import { readServedIndex } from './read-served-index.ts';
import {
  buildSample,
  changeFragment,
  changeWork,
  sampleEntity,
  sampleIndex,
  samplePage,
  sampleWorks,
} from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

let root: string;
let out: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'generation-'));
});
beforeEach(async () => {
  out = join(await mkdtemp(join(root, 'case-')), '.archive');
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Names of the files of a half, digests left out. */
const namesIn = async (seq: string, half: string): Promise<string[]> =>
  (await readdir(join(out, 'generations', seq, half)))
    .map((name) => name.replace(/^[0-9a-f]{64}/, '<digest>'))
    .sort();
const filesIn = async (seq: string, half: string): Promise<{ name: string; bytes: Buffer }[]> => {
  const folder = join(out, 'generations', seq, half);
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
};
const pair = (privateIndex: PrivateIndex) => ({ privateIndex, servedIndex: toServedIndex(privateIndex) });
const edited = (text: string): PrivateIndex =>
  buildSample(changeWork(sampleWorks(), 'episode:eleven', (work) => changeFragment(work, 0, { text })));
const textOf = async () =>
  [...(await readServedIndex(out)).entries].find(({ fragment }) => fragment.id === 'episode:eleven#p1')
    ?.fragment.text;

describe('publishGeneration', () => {
  it('publishes both halves and points to them (decisions 4.2)', async () => {
    const index = sampleIndex();
    expect(await publishGeneration(out, pair(index))).toEqual({ seq: 1 });
    expect(await readdir(join(out, 'generations', '1'))).toEqual(['private', 'served']);
    expect(await namesIn('1', 'private')).toEqual(['<digest>.chunk', 'manifest.json']);
    expect(await namesIn('1', 'served')).toEqual(['<digest>.chunk', 'manifest.json', 'validated']);
    expect(await readCurrent(out)).toEqual({
      seq: 1,
      servedSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      privateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      builtAt: '2024-03-05',
    });
    const generation = await readGeneration(out);
    const asFloats = (own: PrivateIndex) => ({
      ...own,
      entries: own.entries.map((entry) => ({ ...entry, vector: Float32Array.from(entry.vector) })),
    });
    expect(generation?.seq).toBe(1);
    expect(generation?.privateIndex).toEqual(asFloats(index));
    expect(await readPrivateGeneration(out)).toEqual(asFloats(index));
    expect(generation?.servedIndex).toEqual(toServedIndex(asFloats(index)));
  });

  it('keeps everything from others: folders 0700, files 0600, ignore files of * (decisions 1.11)', async () => {
    await mkdir(out, { mode: 0o755 });
    await publishGeneration(out, pair(sampleIndex()));
    const modes: Record<string, number> = { '': (await stat(out)).mode & 0o777 };
    for (const name of await readdir(out, { recursive: true }))
      modes[name] = (await stat(join(out, name))).mode & 0o777;
    for (const [name, mode] of Object.entries(modes)) {
      expect([name, mode]).toEqual([
        name,
        /\.(json|chunk|key)$|validated$|ignore$/.test(name) ? 0o600 : 0o700,
      ]);
    }
    for (const name of ['.gitignore', '.dockerignore', '.npmignore'])
      expect(await readFile(join(out, name), 'utf8')).toBe('*\n');
  });

  it('refuses an output folder whose ignore file lets something through', async () => {
    await mkdir(out);
    await writeFile(join(out, '.gitignore'), '*\n!index.json\n');
    await expect(publishGeneration(out, pair(sampleIndex()))).rejects.toMatchObject({
      code: 'out-dir',
      help: expect.stringContaining('--out'),
    });
    expect(await readdir(out)).toEqual(['.gitignore']);
  });

  it('stores vectors as 32-bit floats, least significant byte first', async () => {
    const index = sampleIndex();
    const first = index.entries[0] as PrivateIndex['entries'][number];
    const rough = {
      ...index,
      entries: index.entries.with(0, {
        ...first,
        vector: first.vector.length > 0 ? Array(12).fill(0.1) : [],
      }),
    };
    await publishGeneration(out, pair(rough));
    const row = Buffer.alloc(12 * 4);
    for (let axis = 0; axis < 12; axis++) row.writeFloatLE(0.1, axis * 4);
    for (const half of ['private', 'served']) {
      const chunk = (await filesIn('1', half)).find(({ name }) => name.endsWith('.chunk'));
      expect([half, chunk?.bytes.includes(row)]).toEqual([half, half === 'private']);
    }
  });

  it('numbers generations upward and keeps the last three', async () => {
    for (let seq = 1; seq <= 5; seq++)
      expect(await publishGeneration(out, pair(edited(`Text ${seq}.`)))).toEqual({ seq });
    expect((await readdir(join(out, 'generations'))).sort()).toEqual(['3', '4', '5']);
    expect(await textOf()).toBe('Text 5.');
  });

  it.each<[string, (good: ReturnType<typeof pair>) => ReturnType<typeof pair>]>([
    [
      'a served half of other private text',
      ({ servedIndex }) => ({ privateIndex: edited('Other.'), servedIndex }),
    ],
    [
      'a served half with another gist',
      ({ privateIndex, servedIndex }) => ({ privateIndex, servedIndex: withGist(servedIndex) }),
    ],
    [
      'a served half with other bits',
      ({ privateIndex, servedIndex }) => ({ privateIndex, servedIndex: withOtherBits(servedIndex) }),
    ],
    [
      'a served half that lost a fragment',
      ({ privateIndex, servedIndex }) => ({
        privateIndex,
        servedIndex: { ...servedIndex, entries: servedIndex.entries.slice(1) },
      }),
    ],
  ])('refuses %s: a pair is the strip of one index', async (_, spoil) => {
    await publishGeneration(out, pair(sampleIndex()));
    const before = await readCurrent(out);
    await expect(publishGeneration(out, spoil(pair(sampleIndex())))).rejects.toThrow(IndexFormatError);
    expect(await readCurrent(out)).toEqual(before);
    expect(await readdir(join(out, 'generations'))).toEqual(['1']);
  });

  it('accepts an exact served half of the same index', async () => {
    const privateIndex = sampleIndex();
    const servedIndex = toServedIndex(privateIndex, { privateVectors: 'exact', about: { name: 'x' } });
    expect(await publishGeneration(out, { privateIndex, servedIndex })).toEqual({ seq: 1 });
  });

  it('refuses what a load would refuse, and leaves the old generation in force (invariant 8)', async () => {
    await publishGeneration(out, pair(edited('Old.')));
    const index = edited('New.');
    const first = index.entries[0] as PrivateIndex['entries'][number];
    const spoilt = {
      ...index,
      entries: index.entries.with(0, { ...first, contentHash: '0123456789abcdef' }),
    };
    await expect(
      publishGeneration(out, { privateIndex: spoilt, servedIndex: toServedIndex(index) }),
    ).rejects.toThrow('entries[0].contentHash');
    const wrong = { ...index, entries: index.entries.with(0, { ...first, vector: [1] }) };
    await expect(
      publishGeneration(out, { privateIndex: wrong, servedIndex: toServedIndex(index) }),
    ).rejects.toThrow('entries[0].vector');
    expect(await textOf()).toBe('Old.');
    expect(await readdir(join(out, 'generations'))).toEqual(['1']);
  });

  it('lets one build at a time write, and takes a lock that the caller holds', async () => {
    await mkdir(out);
    const lock = await acquireBuildLock(out);
    await expect(publishGeneration(out, pair(sampleIndex()))).rejects.toThrow(BuildLockedError);
    expect(await publishGeneration(out, pair(sampleIndex()), { lock })).toEqual({ seq: 1 });
    await lock.release();
    expect(await publishGeneration(out, pair(sampleIndex()))).toEqual({ seq: 2 });
  });
});

describe('a sequence of publishes', () => {
  it('serves exactly what the last one held: no tail of a longer version, no ghost of a deleted work, as a plain map', async () => {
    const operation = fc.record({
      work: fc.nat({ max: 3 }),
      pages: fc.nat({ max: 4 }),
      isDelete: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
        const folder = join(await mkdtemp(join(root, 'sequence-')), '.archive');
        const model = new Map<string, string[]>([['essay:w9', ['always here']]]);
        let version = 0;
        for (const { work, pages, isDelete } of operations) {
          version++;
          if (isDelete || pages === 0) model.delete(`essay:w${work}`);
          else
            model.set(
              `essay:w${work}`,
              Array.from({ length: pages }, (_, page) => `version ${version} page ${page}`),
            );
          const works = [...model].map(([id, texts]) => ({
            entity: sampleEntity(id),
            fragments: texts.map((text, page) => samplePage(id, page, text)),
          }));
          await publishGeneration(folder, pair(buildSample(works, { dimensions: 2 })));
          const served = await readServedIndex(folder);
          const expected = [...model].flatMap(([id, texts]) =>
            texts.map((text, page) => [`${id}#p${page}`, text]),
          );
          expect(Array.from(served.entries, ({ fragment }) => [fragment.id, fragment.text]).sort()).toEqual(
            expected.sort(),
          );
          expect([...served.entities.keys()].sort()).toEqual([...model.keys()].sort());
        }
      }),
      { numRuns: 8 },
    );
  });

  it('holds no 32-bit row of what is coded, unless exact vectors were asked for (decisions 1.3)', async () => {
    const index = sampleIndex({ dimensions: 64 });
    const coded = toServedIndex(index).entries.flatMap((entry) =>
      'bits' in entry ? [entry.fragment.id] : [],
    );
    expect(coded.length).toBeGreaterThan(3);
    const rows = index.entries
      .filter(({ fragment }) => coded.includes(fragment.id))
      .map(({ vector }) => Buffer.from(Float32Array.from(vector).buffer));
    const holds = async (seq: number): Promise<boolean[]> => {
      const files = await filesIn(String(seq), 'served');
      return rows.map((row) => files.some(({ bytes }) => bytes.includes(row)));
    };
    await publishGeneration(out, pair(index));
    expect(await holds(1)).toEqual(rows.map(() => false));
    await publishGeneration(out, {
      privateIndex: index,
      servedIndex: toServedIndex(index, { privateVectors: 'exact' }),
    });
    expect(await holds(2)).toEqual(rows.map(() => true));
  });
});

describe('a killed publish', () => {
  /** Every state a kill can leave between two steps, made by hand over a published generation 1. */
  const states: [string, () => Promise<void>][] = [
    ['an empty staging folder', async () => void (await mkdir(join(out, 'generations', '.staging-2')))],
    [
      'half a staging folder',
      async () => {
        await mkdir(join(out, 'generations', '.staging-2', 'private'), { recursive: true });
        await writeFile(join(out, 'generations', '.staging-2', 'private', 'index.json'), '{"version":4');
      },
    ],
    [
      'a whole generation that nothing points to',
      async () => cp(join(out, 'generations', '1'), join(out, 'generations', '2'), { recursive: true }),
    ],
    [
      'half a pointer beside the pointer',
      async () => writeFile(join(out, '.current.json.x.tmp'), '{"seq":2'),
    ],
    [
      'a lock of a process that is gone',
      async () => writeFile(join(out, 'build.lock'), '{"pid":99999999,"token":"t"}'),
    ],
  ];

  it.each(states)(
    'that left %s serves the old generation, and the next publish clears up',
    async (_, leave) => {
      await publishGeneration(out, pair(edited('Old.')));
      await leave();
      expect(await textOf()).toBe('Old.');
      expect(await publishGeneration(out, pair(edited('New.')))).toEqual({ seq: 2 });
      expect(await textOf()).toBe('New.');
      expect((await readdir(join(out, 'generations'))).sort()).toEqual(['1', '2']);
    },
  );

  it('never deletes a generation on the word of a damaged pointer', async () => {
    await publishGeneration(out, pair(edited('One.')));
    await publishGeneration(out, pair(edited('Two.')));
    await writeFile(join(out, 'current.json'), '{"seq":1}');
    await expect(readServedIndex(out)).rejects.toThrow(IndexFormatError);
    expect(await publishGeneration(out, pair(edited('Three.')))).toEqual({ seq: 3 });
    expect((await readdir(join(out, 'generations'))).sort()).toEqual(['1', '2', '3']);
  });
});

describe('readServedIndex', () => {
  it('opens the pointer and the served half only: the private half may be gone', async () => {
    await publishGeneration(out, pair(sampleIndex()));
    await rm(join(out, 'generations', '1', 'private'), { recursive: true });
    const served = await readServedIndex(out);
    expect(served).toMatchObject({
      seq: 1,
      entityCount: 6,
      fragmentCount: 12,
      builtAt: '2024-03-05',
      model: 'sample/1',
    });
    expect(served.sha256).toBe((await readCurrent(out))?.servedSha256);
    await expect(readPrivateGeneration(out)).rejects.toThrow('does not exist');
  });

  it('says that nothing was published in an empty folder', async () => {
    await mkdir(out);
    await expect(readServedIndex(out)).rejects.toMatchObject({
      message: `served index \`${out}\` was never published`,
      help: expect.stringContaining('archive build'),
    });
    expect(await readPrivateGeneration(out)).toBeUndefined();
    expect(await readCurrent(out)).toBeUndefined();
  });

  it('refuses a pointer that is no pointer, whatever its size', async () => {
    await publishGeneration(out, pair(sampleIndex()));
    for (const [content, problem] of [
      ['', 'is not valid JSON'],
      ['[]', 'generation pointer'],
      [' '.repeat(5000), 'is larger than 4096 bytes'],
      ['{"seq":0}', 'seq is below 1'],
    ] as const) {
      await writeFile(join(out, 'current.json'), content);
      await expect(readServedIndex(out)).rejects.toThrow(problem);
    }
  });

  it('refuses halves of two generations put together', async () => {
    await publishGeneration(out, pair(edited('One.')));
    await publishGeneration(out, pair(edited('Two.')));
    const [one, two] = ['1', '2'].map((seq) => join(out, 'generations', seq));
    await rm(join(two as string, 'served'), { recursive: true });
    await cp(join(one as string, 'served'), join(two as string, 'served'), { recursive: true });
    await expect(readServedIndex(out)).rejects.toThrow('is not the one that current.json names');
    await expect(readPrivateGeneration(out)).rejects.toThrow('is not the one that current.json names');
  });

  it('refuses the private half of another generation on the private path', async () => {
    await publishGeneration(out, pair(edited('One.')));
    await publishGeneration(out, pair(edited('Two.')));
    const [one, two] = ['1', '2'].map((seq) => join(out, 'generations', seq, 'private'));
    await rm(two as string, { recursive: true });
    await cp(one as string, two as string, { recursive: true });
    await expect(readPrivateGeneration(out)).rejects.toThrow('is not the one that current.json names');
    expect(await textOf()).toBe('Two.');
  });

  it('can be read from a folder that cannot be written', async () => {
    await publishGeneration(out, pair(edited('Old.')));
    await chmod(out, 0o500);
    expect(await textOf()).toBe('Old.');
    await chmod(out, 0o700);
  });
});

function withGist(served: ReturnType<typeof toServedIndex>): typeof served {
  const [first, ...rest] = served.entries;
  if (first?.fragment.projection === undefined) throw new Error('the sample begins with a gist');
  const other = served.entries[1]?.fragment.projection?.gist;
  if (other === undefined) throw new Error('the sample has a second gist');
  const fragment = { ...first.fragment, projection: { ...first.fragment.projection, gist: other } };
  return { ...served, entries: [{ ...first, fragment }, ...rest] };
}

function withOtherBits(served: ReturnType<typeof toServedIndex>): typeof served {
  const [first, ...rest] = served.entries;
  if (first === undefined || !('bits' in first)) throw new Error('the sample begins with bits');
  return {
    ...served,
    entries: [{ ...first, bits: first.bits.map((byte, at) => (at === 0 ? byte ^ 1 : byte)) }, ...rest],
  };
}
