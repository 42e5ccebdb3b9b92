/**
 * What a changed byte can do: through `current.json` nothing, without it only what this test lists.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchiveError } from '@archive/contract';
import type { Entity } from '@archive/contract/private';
import { readCurrent } from './current-generation.ts';
import { readGeneration } from './generation.ts';
import { publishGeneration } from './publish-generation.ts';
import { readServedIndex } from './read-served-index.ts';
import { asJson, leaves, valueAt, withValue, type Place } from './testing/edit-json.ts';
import { buildSample, sampleIndex, sampleWorks } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';
import { validateIndex } from './validate-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

let root: string;
let out: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'corrupt-'));
  out = join(root, '.archive');
  const works = sampleWorks().filter(({ entity }) =>
    ['book:lantern', 'diary:winter', 'episode:eleven'].includes(entity.id),
  );
  const privateIndex = buildSample(works);
  await publishGeneration(out, { privateIndex, servedIndex: toServedIndex(privateIndex) });
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function refuses(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof ArchiveError) return true;
    throw error;
  }
}

describe('through current.json', () => {
  /** What of a half is written, but the record: that vouches for nothing by itself. */
  const filesOf = async (half: string): Promise<string[]> =>
    (await readdir(join(out, 'generations', '1', half))).filter((name) => name !== 'validated');

  it.each(['private', 'served'])(
    'every changed, lost or added byte of a file of the %s half is refused',
    async (half) => {
      const isServed = half === 'served';
      expect(await filesOf(half)).toHaveLength(2);
      for (const name of await filesOf(half)) {
        const path = join(out, 'generations', '1', half, name);
        const good = await readFile(path);
        const step = Math.max(1, Math.floor(good.length / 40));
        for (let at = 0; at < good.length; at += step) {
          const spoilt = Buffer.from(good);
          spoilt.writeUInt8(spoilt.readUInt8(at) ^ (1 << (at % 8)), at);
          await writeFile(path, spoilt);
          expect(await refuses(() => readGeneration(out))).toBe(true);
          if (isServed) expect(await refuses(() => readServedIndex(out))).toBe(true);
        }
        for (const spoilt of [
          good.subarray(0, -1),
          Buffer.concat([good, Buffer.from('\n')]),
          Buffer.alloc(0),
        ]) {
          await writeFile(path, spoilt);
          expect(await refuses(() => (isServed ? readServedIndex(out) : readGeneration(out)))).toBe(true);
        }
        await rm(path);
        expect(await refuses(() => (isServed ? readServedIndex(out) : readGeneration(out)))).toBe(true);
        await writeFile(path, good);
      }
      expect(await refuses(() => readGeneration(out))).toBe(false);
    },
  );

  it('a record that is changed, or of another key, only makes a load check everything again', async () => {
    const record = join(out, 'generations', '1', 'served', 'validated');
    const good = await readFile(record);
    const opened = await readServedIndex(out);
    for (const spoil of [
      () =>
        writeFile(
          record,
          good.toString().replace(/./, (char) => (char === '0' ? '1' : '0')),
        ),
      () => writeFile(record, ''),
      () => rm(record),
      () => writeFile(join(out, 'validation.key'), Buffer.alloc(32)),
      () => rm(join(out, 'validation.key')),
    ]) {
      await spoil();
      expect([...(await readServedIndex(out)).entries]).toEqual([...opened.entries]);
    }
    expect(await readFile(record)).not.toEqual(good);
  });

  it('every changed byte of current.json itself is refused on the private side', async () => {
    const path = join(out, 'current.json');
    const good = await readFile(path);
    for (let at = 0; at < good.length; at++) {
      for (const bit of [1, 2, 16]) {
        const spoilt = Buffer.from(good);
        spoilt.writeUInt8(spoilt.readUInt8(at) ^ bit, at);
        await writeFile(path, spoilt);
        expect(await refuses(() => readGeneration(out))).toBe(true);
      }
    }
    await writeFile(path, good);
  });

  it('a current.json that says the same in other bytes is refused as well', async () => {
    const path = join(out, 'current.json');
    const good = await readFile(path, 'utf8');
    const current = JSON.parse(good) as Record<string, unknown>;
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(current).reverse()));
    for (const spoilt of [`${good}\n`, good.trim(), JSON.stringify(current, null, 1), `${reordered}\n`]) {
      await writeFile(path, spoilt);
      expect(await refuses(() => readServedIndex(out))).toBe(true);
    }
    await writeFile(path, good);
  });

  it('of current.json the serving side cannot see one field: the digest of the half it never opens', async () => {
    const path = join(out, 'current.json');
    const good = await readFile(path, 'utf8');
    const current = await readCurrent(out);
    const unseen = new Set<string>();
    for (const [key, value] of Object.entries(current ?? {})) {
      const other =
        typeof value === 'number'
          ? value + 1
          : key === 'builtAt'
            ? '2024-03-06'
            : `0${value.slice(1)}`.replace(/^00/, '10');
      await writeFile(path, good.replace(JSON.stringify(value), JSON.stringify(other)));
      if (!(await refuses(() => readServedIndex(out)))) unseen.add(key);
    }
    await writeFile(path, good);
    expect(unseen).toEqual(new Set(['privateSha256']));
  });
});

describe('without current.json', () => {
  /** Positions and list places are left out; each field is changed to each other value of its kind. */
  const fieldName = (place: Place): string => place.filter((step) => typeof step !== 'number').join('.');

  it('the served validator refuses every change but one to these fields, which nothing in the file vouches for', () => {
    const good = asJson(toServedIndex(sampleIndex(), { about: { name: 'Sample', floor: 0.3 } }));
    expect(unseenFields(good, validateServedIndex, fieldName)).toEqual([
      'about.floor',
      'about.name',
      'builtAt',
      'codes.line.a',
      'codes.line.c',
      'codes.seed',
      'entities.attribution.identifiers.scheme',
      'entities.attribution.identifiers.value',
      'entities.attribution.name',
      'entities.attribution.role',
      'entities.date',
      'entities.identifiers.scheme',
      'entities.identifiers.value',
      'entities.themes',
      'entities.title',
      'entities.url',
      'entities.version',
      'entries.bits',
      'entries.embeds',
      'entries.fragment.attribution.name',
      'entries.fragment.attribution.placeholder',
      'entries.fragment.date',
      'entries.fragment.id',
      'entries.fragment.locator.end',
      'entries.fragment.locator.scheme',
      'entries.fragment.locator.value',
      'entries.fragment.projection.gist',
      'entries.fragment.projection.review',
      'entries.fragment.projection.source',
      'entries.fragment.summary',
      'entries.fragment.text',
      'entries.fragment.themes',
      'entries.vector',
      'model',
    ]);
  });

  it('the private validator refuses every change but one to these', () => {
    const works = sampleWorks().filter(
      ({ entity }) => entity.id !== 'episode:eleven' && entity.id !== 'note:cellar',
    );
    const good = asJson(
      buildSample(
        works.map((work) => ({ ...work, entity: withoutParent(work.entity) })),
        { dimensions: 2 },
      ),
    );
    expect(unseenFields(good, validateIndex, fieldName)).toEqual([
      'builtAt',
      'entities.attribution.identifiers.scheme',
      'entities.attribution.identifiers.value',
      'entities.attribution.name',
      'entities.attribution.role',
      'entities.date',
      'entities.disclosure.exposure',
      'entities.identifiers.scheme',
      'entities.identifiers.value',
      'entities.policy.lint.ngramWords',
      'entities.policy.match',
      'entities.policy.publicTitle',
      'entities.themes',
      'entities.title',
      'entities.url',
      'entities.version',
      'entries.embeds',
      'entries.fragment.attribution.name',
      'entries.fragment.attribution.placeholder',
      'entries.fragment.date',
      'entries.fragment.disclosure.exposure',
      'entries.fragment.id',
      'entries.fragment.locator.end',
      'entries.fragment.locator.scheme',
      'entries.fragment.locator.value',
      'entries.fragment.projection.generatedAt',
      'entries.fragment.projection.gist',
      'entries.fragment.projection.model',
      'entries.fragment.projection.promptVersion',
      'entries.fragment.projection.review',
      'entries.fragment.projection.source',
      'entries.fragment.sourceReview',
      'entries.fragment.summary',
      'entries.fragment.text',
      'entries.fragment.themes',
      'entries.vector',
      'model',
    ]);
  });
});

/** Names of the fields of which some change passes; a field where every change is refused is not among them. */
function unseenFields(
  good: unknown,
  validate: (value: unknown) => unknown,
  nameOf: (place: Place) => string,
): string[] {
  const unseen = new Set<string>();
  for (const place of leaves(good)) {
    for (const other of otherValues(valueAt(good, place))) {
      try {
        validate(withValue(good, place, other));
        unseen.add(nameOf(place));
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
      }
    }
  }
  return [...unseen].sort();
}

/** Legal-looking values in the place of one: what a forger or a flipped byte would make of it. */
function otherValues(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  const text = value as string;
  if (WORDS.includes(text)) return [...WORDS.filter((word) => word !== text), 'other'];
  const last = text.replace(/[a-z0-9]$/i, (char) =>
    char === 'x' ? 'y' : char === '9' ? '8' : /\d/.test(char) ? '9' : 'x',
  );
  const first = text.replace(/^[A-Za-z]/, (char) => (char === 'B' ? 'C' : 'B'));
  return [last, first, '2001'].filter((other) => other !== text);
}

/** Every word of a closed set in either file. */
const WORDS =
  'text semantic locator none public private served window face passed failed generated edited unreviewed in-review reviewed unnamed unverified'.split(
    ' ',
  );

function withoutParent(entity: Entity): Entity {
  const copy = { ...entity };
  delete copy.parent;
  return copy;
}
