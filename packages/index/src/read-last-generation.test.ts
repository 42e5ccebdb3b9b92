import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Current, readCurrent } from './current-generation.ts';
import { readGeneration } from './generation.ts';
import { publishGeneration } from './publish-generation.ts';
import { PublishedUnreadableError, readLastGeneration } from './read-last-generation.ts';
import { buildSample, changeFragment, changeWork, sampleWorks } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

let root: string;
let out: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'last-generation-'));
});
beforeEach(async () => {
  out = join(await mkdtemp(join(root, 'case-')), '.archive');
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function publish(text: string): Promise<void> {
  const works = changeWork(sampleWorks(), 'episode:eleven', (work) => changeFragment(work, 0, { text }));
  const privateIndex = buildSample(works);
  await publishGeneration(out, { privateIndex, servedIndex: toServedIndex(privateIndex) });
}
const spoil = (seq: number, half: string): Promise<void> =>
  writeFile(join(out, 'generations', String(seq), half, 'manifest.json'), '{"version": 4}');
const readSeq = async () => (await readLastGeneration(out))?.seq;

describe('readLastGeneration', () => {
  it('reads nothing where nothing was published: no folder, or one without pointer and generations', async () => {
    expect(await readLastGeneration(out)).toBeUndefined();
    await mkdir(join(out, 'generations', '.staging-1'), { recursive: true });
    expect(await readLastGeneration(out)).toBeUndefined();
  });

  it('reads the generation that current.json names, whatever stands beside it', async () => {
    await publish('One.');
    await publish('Two.');
    await mkdir(join(out, 'generations', '7'));
    expect(await readLastGeneration(out)).toEqual(await readGeneration(out));
    expect(await readSeq()).toBe(2);
  });

  it.each<[string, () => Promise<void>]>([
    ['is missing', () => rm(join(out, 'current.json'))],
    ['is damaged', () => writeFile(join(out, 'current.json'), '{"seq":')],
    ['names a digest of something else', () => spoilDigest()],
  ])('reads the newest generation when current.json %s, not none (decisions 1.8)', async (_, damage) => {
    for (let seq = 1; seq <= 10; seq++) await publish(`Text ${seq}.`);
    const before = await readGeneration(out);
    await damage();
    expect(await readLastGeneration(out)).toEqual(before);
  });

  it.each(['private', 'served'])(
    'falls back to the newest that reads when a %s half does not',
    async (half) => {
      for (let seq = 1; seq <= 3; seq++) await publish(`Text ${seq}.`);
      await spoil(3, half);
      expect(await readSeq()).toBe(2);
      await spoil(2, half);
      expect(await readSeq()).toBe(1);
      await rm(join(out, 'current.json'));
      expect(await readSeq()).toBe(1);
    },
  );

  /** What a build leaves that is killed after its folder got its number and before `current.json` names it. */
  async function publishKilled(text: string): Promise<void> {
    const pointer = join(out, 'current.json');
    const before = await readFile(pointer).catch(() => undefined);
    await publish(text);
    const { seq } = (await readCurrent(out)) as Current;
    await writeFile(join(out, 'generations', String(seq), 'unnamed'), '');
    if (before === undefined) await rm(pointer);
    else await writeFile(pointer, before);
  }

  it('marks a generation until it is named: what a killed build leaves has the mark (decisions 1.8)', async () => {
    await publish('One.');
    const locked = join(out, 'current.json');
    await rm(locked);
    await mkdir(join(locked, 'in-the-way'), { recursive: true });
    await expect(publish('Two.')).rejects.toThrow(/directory|not empty/);
    expect(await readdir(join(out, 'generations', '1'))).toEqual(['private', 'served']);
    expect(await readdir(join(out, 'generations', '2'))).toEqual(['private', 'served', 'unnamed']);
  });

  it('never reads a generation that no pointer has named, however the published one is lost', async () => {
    await publish('One.');
    await publish('Two.');
    await publishKilled('Never named.');
    expect(await readSeq()).toBe(2);
    const pointer = await readFile(join(out, 'current.json'));
    await rm(join(out, 'current.json'));
    expect(await readSeq()).toBe(2);
    await writeFile(join(out, 'current.json'), pointer);
    await spoil(2, 'private');
    expect(await readSeq()).toBe(1);
    await spoil(1, 'private');
    await expect(readLastGeneration(out)).rejects.toBeInstanceOf(PublishedUnreadableError);
  });

  it('takes a folder whose first build was killed before it was named for one never published to', async () => {
    await publishKilled('Never named.');
    expect(await readLastGeneration(out)).toBeUndefined();
    await publish('One.');
    await rm(join(out, 'current.json'));
    expect(await readSeq()).toBe(2);
  });

  it('reads what the pointer names although a killed build left the mark, and the next one takes it away', async () => {
    await publish('One.');
    await writeFile(join(out, 'generations', '1', 'unnamed'), '');
    expect(await readSeq()).toBe(1);
    await publish('Two.');
    await rm(join(out, 'current.json'));
    await spoil(2, 'private');
    expect(await readSeq()).toBe(1);
  });

  it.each<[string, () => Promise<void>]>([
    ['every generation is damaged', () => spoil(1, 'private')],
    ['the pointer stands alone', () => rm(join(out, 'generations'), { recursive: true })],
    [
      'a generation is empty and the pointer is gone',
      async () => {
        await rm(join(out, 'generations', '1', 'private'), { recursive: true });
        await rm(join(out, 'current.json'));
      },
    ],
    [
      'the generations are no folder',
      async () => {
        await rm(join(out, 'generations'), { recursive: true });
        await rm(join(out, 'current.json'));
        await writeFile(join(out, 'generations'), '');
      },
    ],
  ])('stops when %s', async (_, damage) => {
    await publish('One.');
    await damage();
    const error: unknown = await readLastGeneration(out).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PublishedUnreadableError);
    expect(error).toMatchObject({
      code: 'published-unreadable',
      path: out,
      help: expect.stringContaining('move its generations and current.json away'),
      cause: expect.anything(),
    });
  });

  async function spoilDigest(): Promise<void> {
    const zeros = '0'.repeat(64);
    const current = { seq: 10, servedSha256: zeros, privateSha256: zeros, builtAt: '2024-03-05' };
    await writeFile(join(out, 'current.json'), `${JSON.stringify(current)}\n`);
  }
});
