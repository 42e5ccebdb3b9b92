/**
 * Small indexes for property tests, made to be awkward: equal scores, equal faces, odd dates, placeholders, scripts
 * without spaces, themes on nearly everything, exact rows beside coded ones, and every cell of the disclosure table.
 */
import type { Attribution, Disclosure, LintedGist, Locator } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import fc from 'fast-check';
import type { RetrievalEntry, RetrievalIndex } from '../index-port.ts';
import { toyCodes } from './toy-codes.ts';

/** What an index is built from, with an exact row for every fragment: the private side of the story. */
export interface SampleArchive {
  readonly entities: readonly Entity[];
  /** In no particular order. */
  readonly entries: readonly SampleEntry[];
  readonly dimensions: number;
}

/** One fragment with its exact row. */
export interface SampleEntry {
  readonly fragment: Fragment;
  readonly vector: readonly number[];
  readonly embeds: 'text' | 'window' | 'face';
}

/** Length of the vectors of a {@link SampleArchive}. */
export const SAMPLE_DIMENSIONS = 8;

/** Few whole numbers, so that cosines collide and fall on halves of 0.05. */
const vector = fc
  .array(fc.integer({ min: -3, max: 3 }), { minLength: SAMPLE_DIMENSIONS, maxLength: SAMPLE_DIMENSIONS })
  .filter((row) => row.some((value) => value !== 0));
/** The same in halves of real numbers, so that hardly any collide. */
const realVector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: SAMPLE_DIMENSIONS,
    maxLength: SAMPLE_DIMENSIONS,
  })
  .filter((row) => row.some((value) => Math.abs(value) > 1e-3))
  .map((row) => row.map(Math.fround));

/** Vectors a query may have: long enough, finite, not zero. */
export const arbitraryQueryVector: fc.Arbitrary<number[]> = fc.oneof(vector, realVector);

const WORDS = [
  'Night',
  'Glass Harbour',
  'The',
  '東京の夜',
  'ขาว',
  'Café Noir',
  'night',
  'Ünder Ice',
  'now',
  'salt',
];
const DATES = [
  '2019',
  '2019-03',
  '2019-03-14',
  '2020-02-29',
  '2021-12-31',
  '2022-01-01',
  'spring 2020',
  '2021-02-30',
];
const NAMES = ['Ada Winter', 'Winter', 'Co Writer', '山田 太郎', 'Ada'];
const THEMES = ['ice', 'Ice', 'harbour', 'night', '夜', '', 'the sea'];

const date = fc.constantFrom(...DATES);
const themes = fc.array(fc.constantFrom(...THEMES), { maxLength: 3 });
const person: fc.Arbitrary<Attribution> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { name: fc.constantFrom(...NAMES), role: fc.constant('speaker') },
      { requiredKeys: ['name'] },
    ),
  },
  fc.record({ name: fc.constantFrom(...NAMES), placeholder: fc.constantFrom('unnamed', 'unverified') }),
);
const locator: fc.Arbitrary<Locator[]> = fc.constantFrom<Locator[]>(
  [{ scheme: 'whole', value: '' }],
  [{ scheme: 'page', value: '12' }],
  [{ scheme: 'page', value: '13', end: '14' }],
  [
    { scheme: 'chapter', value: 'The Ice' },
    { scheme: 'page', value: 'xii' },
  ],
  [{ scheme: 'timecode', value: '750', end: '845.5' }],
  [{ scheme: 'note', value: 'A window seat' }],
);

function disclosureOf(raw: 'public' | 'private'): fc.Arbitrary<Disclosure> {
  return raw === 'public'
    ? fc
        .constantFrom('text', 'text', 'semantic', 'locator', 'none')
        .map((exposure) => ({ raw: 'public', exposure }))
    : fc.constantFrom('semantic', 'locator', 'none').map((exposure) => ({ raw: 'private', exposure }));
}

const entity = fc.record({
  title: fc.constantFrom(...WORDS),
  type: fc.constantFrom('essay', 'book', 'transcript'),
  raw: fc.constantFrom('public' as const, 'private' as const),
  attribution: fc.array(person, { maxLength: 2 }),
  date: fc.option(date, { nil: undefined }),
  themes: fc.option(themes, { nil: undefined }),
});

const fragment = fc.record({
  owner: fc.nat(),
  locator,
  attribution: fc.option(fc.array(person, { maxLength: 2 }), { nil: undefined }),
  date: fc.option(date, { nil: undefined }),
  themes: fc.option(themes, { nil: undefined }),
  gist: fc.constantFrom('a walk over ice', 'two people argue about a harbour'),
  sourceReview: fc.constantFrom(undefined, 'unreviewed' as const, 'reviewed' as const),
  embeds: fc.constantFrom('text' as const, 'window' as const, 'face' as const),
  cell: fc.record({ public: disclosureOf('public'), private: disclosureOf('private') }),
  vector: fc.oneof({ weight: 2, arbitrary: vector }, { weight: 1, arbitrary: realVector }),
  hasSummary: fc.boolean(),
});

/** An archive of up to 6 works and 16 fragments. Every fragment exposed as `semantic` has a servable gist. */
export const arbitraryArchive: fc.Arbitrary<SampleArchive> = fc
  .record({
    works: fc.array(entity, { minLength: 1, maxLength: 6, size: 'max' }),
    parts: fc.array(fragment, { maxLength: 16, size: 'max' }),
    order: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  })
  .map(({ works, parts, order }) => {
    const entities = works.map(
      ({ title, type, raw, attribution, date: when, themes: carried }, n): Entity => ({
        id: `${type}:${n % 3 === 0 ? 'glass-harbour' : 'work'}-${n}`,
        type,
        title,
        attribution,
        url: `https://archive.example/${n}`,
        identifiers: n % 2 === 0 ? [] : [{ scheme: 'isbn', value: `978-${n}` }],
        disclosure: raw === 'public' ? { raw, exposure: 'text' } : { raw, exposure: 'locator' },
        ...(when === undefined ? {} : { date: when }),
        ...(carried === undefined ? {} : { themes: carried }),
      }),
    );
    const entries = parts.map((part, n): SampleEntry & { readonly place: number } => {
      const owner = entities[part.owner % entities.length] as Entity;
      const disclosure = part.cell[owner.disclosure.raw];
      const isText = disclosure.exposure === 'text';
      const built: Fragment = {
        id: `${owner.id}#p${n}`,
        entityId: owner.id,
        locator: part.locator,
        text: `passage ${n} of ${owner.title}`,
        disclosure,
        ...(part.attribution === undefined ? {} : { attribution: part.attribution }),
        ...(part.date === undefined ? {} : { date: part.date }),
        ...(part.themes === undefined ? {} : { themes: part.themes }),
        ...(part.sourceReview === undefined ? {} : { sourceReview: part.sourceReview }),
        ...(part.hasSummary ? { summary: `summary ${n}` } : {}),
        ...(disclosure.exposure === 'semantic'
          ? {
              projection: {
                lint: 'passed' as const,
                gist: part.gist as LintedGist,
                source: 'generated' as const,
                review: 'unreviewed' as const,
                contentHash: '0000000000000000',
              },
            }
          : {}),
      };
      return {
        fragment: built,
        vector: part.vector,
        embeds: isText ? 'text' : part.embeds,
        place: order[n] as number,
      };
    });
    const shuffled = entries.sort((a, b) => a.place - b.place || (a.fragment.id < b.fragment.id ? -1 : 1));
    return {
      entities,
      entries: shuffled.map(({ fragment: built, vector: row, embeds }) => ({
        fragment: built,
        vector: row,
        embeds,
      })),
      dimensions: SAMPLE_DIMENSIONS,
    };
  });

/** How a {@link SampleArchive} is laid out as an index. */
export interface SampleLayout {
  /** Code the rows of text and window vectors that are not exposed as text; otherwise every row is exact. */
  readonly coded: boolean;
  /** Give exact rows as Float32Array; otherwise as plain arrays. */
  readonly typedRows: boolean;
  readonly floor?: number;
  readonly scoreCap?: number;
}

/** Lays an archive out as an index in memory. Fragments exposed as `none` stay in it. */
export function indexOf(
  { entities, entries, dimensions }: SampleArchive,
  { coded, typedRows, floor, scoreCap }: SampleLayout,
): RetrievalIndex {
  const codes = toyCodes(dimensions - 1, [0.25, -0.25], { a: 0.9, c: 0.05 });
  return {
    entities: new Map(entities.map((work) => [work.id, work])),
    entries: entries.map(({ fragment: part, vector: row, embeds }): RetrievalEntry => {
      const isCoded = coded && part.disclosure.exposure !== 'text' && embeds !== 'face';
      if (isCoded) return { fragment: part, bits: codes.encodeRow(row), embeds };
      return { fragment: part, vector: typedRows ? Float32Array.from(row) : row, embeds };
    }),
    dimensions,
    ...(coded ? { codes } : {}),
    ...(floor === undefined ? {} : { floor }),
    ...(scoreCap === undefined ? {} : { scoreCap }),
  };
}

/** Any layout, with and without a floor and a cap of the index. */
export const arbitraryLayout: fc.Arbitrary<SampleLayout> = fc.record(
  {
    coded: fc.boolean(),
    typedRows: fc.boolean(),
    floor: fc.constantFrom(-1, -1, 0.1, 0.32),
    scoreCap: fc.constantFrom(0.7, 0.43),
  },
  { requiredKeys: ['coded', 'typedRows'] },
);

/** An index in memory; every fragment of every disclosure is in it. */
export const arbitraryIndex: fc.Arbitrary<RetrievalIndex> = fc
  .tuple(arbitraryArchive, arbitraryLayout)
  .map(([archive, layout]) => indexOf(archive, layout));
