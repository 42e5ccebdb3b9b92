import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readIndex, writeIndex } from './index-file.ts';
import { IndexFormatError } from './index-format-error.ts';
import { migrateIndex } from './migrate-index.ts';
import { migrateV2ToV3 } from './migrate-v2-to-v3.ts';
import { migrateV3ToV4 } from './migrate-v3-to-v4.ts';
import { readServedIndex } from './read-served-index.ts';
import { withValue } from './testing/edit-json.ts';
import { toServedIndex } from './to-served-index.ts';
import { validateIndex } from './validate-index.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const readFixture = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(ROOT, 'fixtures', 'index-formats', name), 'utf8'));

interface Legacy {
  entries: {
    vector: number[];
    contentHash: string;
    model: string;
    dimensions: number;
    note?: Record<string, unknown>;
  }[];
}

describe('the frozen index formats', () => {
  it('of schema 2 becomes schema 3 by naming each label a title, and changes in nothing else', async () => {
    const v2 = (await readFixture('v2.json')) as Legacy;
    const { title, ...expected } = { ...v2.entries[2]?.note, title: 'A ledger of debts' };
    expect(migrateV2ToV3(v2)).toEqual({
      version: 3,
      entries: [...v2.entries.slice(0, 2), { ...v2.entries[2], note: { ...expected, title } }],
    });
  });

  it('of schema 3 becomes works with one fragment each, order, vectors and hashes kept (decisions 4.4)', async () => {
    const v3 = (await readFixture('v3.json')) as Legacy;
    const migrated = migrateV3ToV4(v3, { builtAt: '2024-01-01' });
    const whole = [{ scheme: 'whole', value: '' }];
    const kept = (at: number) => ({
      vector: v3.entries[at]?.vector,
      contentHash: v3.entries[at]?.contentHash,
      embeds: 'text',
    });
    expect(migrated).toEqual({
      version: 4,
      kind: 'private',
      builtAt: '2024-01-01',
      model: 'frozen-embedder',
      dimensions: 4,
      entities: [
        {
          id: 'essay:salt-roads',
          type: 'essay',
          title: 'The salt roads',
          attribution: [],
          date: '1998-04',
          url: 'https://fixtures.example/essays/salt-roads/',
          identifiers: [],
          themes: ['salt', 'roads'],
          disclosure: { raw: 'public', exposure: 'text' },
        },
        {
          id: 'essay:undated',
          type: 'essay',
          title: 'A page without a date',
          attribution: [],
          url: 'https://fixtures.example/essays/undated/',
          identifiers: [],
          disclosure: { raw: 'public', exposure: 'text' },
        },
        {
          id: 'note:blue-ledger',
          type: 'note',
          title: 'A ledger of debts',
          attribution: [],
          url: 'https://fixtures.example/ledger/',
          identifiers: [],
          disclosure: { raw: 'private', exposure: 'locator' },
        },
      ],
      entries: [
        {
          ...kept(0),
          fragment: {
            id: 'essay:salt-roads#whole',
            entityId: 'essay:salt-roads',
            locator: whole,
            text: 'The carts went up at night, when the brine did not drip. By noon the whole town tasted of the sea.',
            summary: 'How salt crossed the hills.',
            disclosure: { raw: 'public', exposure: 'text' },
          },
        },
        {
          ...kept(1),
          fragment: {
            id: 'essay:undated#whole',
            entityId: 'essay:undated',
            locator: whole,
            text: 'Somebody left this page between two others.',
            disclosure: { raw: 'public', exposure: 'text' },
          },
        },
        {
          ...kept(2),
          fragment: {
            id: 'note:blue-ledger#whole',
            entityId: 'note:blue-ledger',
            locator: [{ scheme: 'note', value: 'blue ledger, leaf nine' }],
            text: 'What Ferrin owes\n\nFerrin owes for two casks and the mule. He says the mule was lame before.',
            disclosure: { raw: 'private', exposure: 'locator' },
          },
        },
      ],
    });
  });

  it.each(['v2.json', 'v3.json'])(
    '%s migrates to what a load accepts: every hash is that of today’s embed rule',
    async (name) => {
      const migrated = migrateIndex(await readFixture(name));
      expect(validateIndex(migrated)).toEqual(migrated);
      expect(migrated.builtAt).toBe('1970-01-01');
    },
  );

  it('of schema 4 are read as they were frozen, private and served', async () => {
    const folder = join(ROOT, 'fixtures', 'index-formats');
    const own = await readIndex(join(folder, 'v4.json'));
    expect(Array.from(own.entries, ({ fragment }) => fragment.id)).toEqual([
      'book:mill#ch1',
      'book:mill#ch2',
      'essay:salt-roads#whole',
    ]);
    expect(migrateIndex(await readFixture('v4.json'))).toEqual(own);
    const served = await readServedIndex(join(folder, 'v4-served.json'));
    expect(served).toMatchObject({
      model: 'frozen-embedder',
      dimensions: 4,
      entityCount: 2,
      fragmentCount: 3,
    });
    expect(
      Array.from(served.entries, ({ bits, vector, embeds }) => [bits?.length, vector?.length, embeds]),
    ).toEqual([
      [undefined, 4, 'face'],
      [1, undefined, 'text'],
      [undefined, 4, undefined],
    ]);
  });
});

describe('migration', () => {
  it('asks nothing of the notes but their exposure, and grants no gist that is not there', async () => {
    const v3 = await readFixture('v3.json');
    const ask = (exposure: string) =>
      migrateV3ToV4(withValue(v3, ['entries', 2, 'note', 'exposure'], exposure)).entries[2]?.fragment
        .disclosure;
    expect(ask('none')).toEqual({ raw: 'private', exposure: 'none' });
    expect(ask('semantic')).toEqual({ raw: 'private', exposure: 'locator' });
    expect(() => ask('text')).toThrow('entries[2].note: exposure asks for the text of a private work');
  });

  it.each([
    ['another version', ['version'], 3, 'version is not 2'],
    ['an unknown kind of source', ['entries', 0, 'sourceType'], 'page', 'entries[0].sourceType'],
    ['a zero vector', ['entries', 1, 'vector'], [0, 0, 0, 0], 'entries[1].vector'],
    ['a vector of another width', ['entries', 1, 'dimensions'], 5, 'entries[1].vector'],
    ['a note without text', ['entries', 2, 'note', 'text'], undefined, 'entries[2].note.text'],
    ['a hash of another form', ['entries', 2, 'contentHash'], 'x', 'entries[2].contentHash'],
  ] as const)('refuses %s by field', async (_, place, value, message) => {
    const spoilt = withValue(await readFixture('v2.json'), place, value);
    expect(() => migrateV2ToV3(spoilt)).toThrow(IndexFormatError);
    expect(() => migrateV2ToV3(spoilt)).toThrow(message);
  });

  it('refuses several models, an empty file, and a source described twice in two ways', async () => {
    const v3 = await readFixture('v3.json');
    expect(() => migrateV3ToV4(withValue(v3, ['entries', 1, 'model'], 'other'))).toThrow(
      'entries[1].model is not that of the first entry',
    );
    expect(() => migrateV3ToV4({ version: 3, entries: [] })).toThrow('entries is empty');
    const twice = withValue(v3, ['entries', 1, 'record', 'id'], 'essay:salt-roads');
    expect(() => migrateV3ToV4(twice)).toThrow('pair 0 and pair 1 have the same fragment id');
  });
});

/** Real data, not part of this repository: an index of schema 2 with vectors of a large model. */
const DEMO = join(ROOT, '..', 'shared', 'data', 'answer-engine-demo', 'index.json');

describe.runIf(existsSync(DEMO))('the migration of a real index of schema 2', () => {
  it('keeps every vector bit for bit through 2, 3 and 4, on disk as in memory, and every hash', async () => {
    const v2 = JSON.parse(await readFile(DEMO, 'utf8')) as Legacy;
    const folder = await mkdtemp(join(tmpdir(), 'migrate-'));
    try {
      const path = join(folder, 'index.json');
      await writeIndex(path, migrateIndex(v2));
      const read = await readIndex(path);
      expect(read.dimensions).toBe(3072);
      expect(read.entries).toHaveLength(v2.entries.length);
      read.entries.forEach(({ vector, contentHash }, at) => {
        const source = v2.entries[at] as Legacy['entries'][number];
        expect(
          Buffer.from(Float64Array.from(vector).buffer).equals(
            Buffer.from(Float64Array.from(source.vector).buffer),
          ),
        ).toBe(true);
        expect(contentHash).toBe(source.contentHash);
      });
      expect(toServedIndex(read).entries.filter((entry) => 'bits' in entry)).toHaveLength(
        read.entities.filter(({ disclosure }) => disclosure.raw === 'private').length,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
