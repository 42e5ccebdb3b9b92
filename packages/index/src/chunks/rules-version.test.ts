/**
 * What was checked by older rules, or stripped by an older strip, is taken over by no later generation unchecked.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ServedIndex, ServedIndexData } from '../served-index.ts';
import { sampleIndex } from '../testing/sample-index.ts';
import type * as Strip from '../to-served-index.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rules-'));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});
afterEach(() => {
  vi.doUnmock('./rules-version.ts');
  vi.resetModules();
});
const newOut = async (): Promise<string> => join(await mkdtemp(join(root, 'case-')), '.archive');

/** The package as a release with these rules would be. */
async function releaseWith(rules: string): Promise<{
  publish(out: string): Promise<{ seq: number }>;
  open(out: string): Promise<ServedIndex>;
}> {
  vi.resetModules();
  vi.doMock('./rules-version.ts', () => ({ RULES: rules }));
  const { publishGeneration } = await import('../publish-generation.ts');
  const { readServedIndex } = await import('../read-served-index.ts');
  const { toServedIndex } = await import('../to-served-index.ts');
  const privateIndex = sampleIndex();
  return {
    publish: (out) => publishGeneration(out, { privateIndex, servedIndex: toServedIndex(privateIndex) }),
    open: readServedIndex,
  };
}

/** Whether the one chunk of each half is a link to that of the generation before. */
async function linked(out: string, seq: number): Promise<Record<string, boolean>> {
  const inodeOf = async (number: number, half: string): Promise<number> => {
    const folder = join(out, 'generations', String(number), half);
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.chunk'));
    return (await stat(join(folder, name))).ino;
  };
  const isLinked = async (half: string): Promise<boolean> =>
    (await inodeOf(seq - 1, half)) === (await inodeOf(seq, half));
  return { served: await isLinked('served'), private: await isLinked('private') };
}

describe('the version of the strip', () => {
  afterEach(() => vi.doUnmock('../to-served-index.ts'));

  it('is another: a served chunk of the same works is made anew as it is stripped now', async () => {
    const out = await newOut();
    await (await releaseWith('now')).publish(out);
    vi.doMock('../to-served-index.ts', async (original) => {
      const actual = await original<typeof Strip>();
      const renamed = (index: ServedIndexData): ServedIndexData => ({
        ...index,
        entities: index.entities.map((entity) => ({ ...entity, title: 'Renamed' })),
      });
      return {
        ...actual,
        STRIP_VERSION: 'another',
        stripIndex: (...given: Parameters<typeof actual.stripIndex>) => renamed(actual.stripIndex(...given)),
        toServedIndex: (...given: Parameters<typeof actual.toServedIndex>) =>
          renamed(actual.toServedIndex(...given)),
      };
    });
    const now = await releaseWith('now');
    const { seq } = await now.publish(out);
    expect(await linked(out, seq)).toEqual({ served: false, private: true });
    const { entities } = await now.open(out);
    expect(new Set(Array.from(entities, ([, { title }]) => title))).toEqual(new Set(['Renamed']));
  });
});

describe('the version of the rules', () => {
  it('is the same: chunks that did not change are linked', async () => {
    const out = await newOut();
    const now = await releaseWith('now');
    await now.publish(out);
    const { seq } = await now.publish(out);
    expect(await linked(out, seq)).toEqual({ served: true, private: true });
  });

  it('is another: everything is checked and written anew, and again where the record is lost', async () => {
    const out = await newOut();
    await (await releaseWith('old')).publish(out);
    const now = await releaseWith('now');
    const { seq } = await now.publish(out);
    expect(await linked(out, seq)).toEqual({ served: false, private: false });
    await rm(join(out, 'generations', String(seq), 'served', 'validated'));
    const { seq: next } = await now.publish(out);
    expect(await linked(out, next)).toEqual({ served: false, private: false });
  });

  it('is another since the served half was opened and passed: the private half is still checked anew', async () => {
    const out = await newOut();
    await (await releaseWith('old')).publish(out);
    const now = await releaseWith('now');
    await now.open(out);
    const { seq } = await now.publish(out);
    expect(await linked(out, seq)).toEqual({ served: true, private: false });
  });
});
