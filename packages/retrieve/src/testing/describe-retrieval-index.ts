/**
 * What every index that retrieval searches must do, as a suite over a factory.
 *
 * The suite fills the index with one small archive, then asks of it what the port promises: every servable fragment
 * once, rows that can be compared, answers equal to the slow oracle, and no word that may not be shown.
 * It imports no test runner: hand in `describe`, `it` and `expect` of yours.
 */
import { SERVED_EXPOSURES } from '@archive/contract';
import type { RetrievalEntry, RetrievalIndex } from '../index-port.ts';
import type { SearchOptions } from '../options.ts';
import { oracleRetrieve, oracleSearch } from '../oracle.ts';
import { retrieveWithCounts } from '../retrieve.ts';
import { searchWithCounts } from '../search.ts';
import { indexOf, type SampleArchive } from './arbitrary-index.ts';
import { sampleArchive } from './sample-archive.ts';

/** Fills an index with an archive: through files, a database or nothing at all. */
export type OpenIndex = (archive: SampleArchive) => RetrievalIndex | Promise<RetrievalIndex>;

/** The three functions the suite needs of a test runner; those of vitest, jest and bun fit. */
export interface SuiteRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
  expect(actual: unknown): { toEqual(expected: unknown): void };
}

/** What is known of the index under test. */
export interface SuiteOptions {
  /** The index is a served one: words that may not be shown are not in it. Default true. */
  stripped?: boolean;
}

/**
 * Declares the suite.
 *
 * @param open  called anew for each test, with a fresh copy of the archive
 */
export function describeRetrievalIndex(
  open: OpenIndex,
  { describe, it, expect }: SuiteRunner,
  { stripped = true }: SuiteOptions = {},
): void {
  describe('a retrieval index', () => {
    it('holds every fragment that may be served, once, and its work', async () => {
      const index = await open(sampleArchive());
      expect(servedIds(index.entries)).toEqual(servedIds(sampleArchive().entries));
      expect(
        [...index.entries].filter(
          ({ fragment }) => index.entities.get(fragment.entityId)?.id !== fragment.entityId,
        ),
      ).toEqual([]);
    });

    it('grants every fragment the disclosure that was resolved for it', async () => {
      const granted = ({ entries }: { entries: Iterable<Pick<RetrievalEntry, 'fragment'>> }) =>
        Object.fromEntries(
          [...entries].filter(isServed).map(({ fragment }) => [fragment.id, fragment.disclosure]),
        );
      expect(granted(await open(sampleArchive()))).toEqual(granted(sampleArchive()));
    });

    it('gives every entry one row that can be compared', async () => {
      const { entries, dimensions, codes } = await open(sampleArchive());
      expect(dimensions).toEqual(sampleArchive().dimensions);
      for (const { vector, bits } of entries) {
        expect([vector === undefined, bits === undefined].filter(Boolean)).toEqual([true]);
        if (bits !== undefined) expect(bits.length).toEqual(Math.ceil((codes?.bits ?? 0) / 8));
        if (vector === undefined) continue;
        const values = Array.from(vector);
        expect([values.length, values.every(Number.isFinite), values.some((value) => value !== 0)]).toEqual([
          dimensions,
          true,
          true,
        ]);
      }
    });

    it('keeps the rows of public text exact', async () => {
      const { entries } = await open(sampleArchive());
      for (const { fragment, vector } of sampleArchive().entries.filter(isText)) {
        const stored = [...entries].find((entry) => entry.fragment.id === fragment.id)?.vector;
        expect(stored === undefined ? undefined : Array.from(stored)).toEqual(vector);
      }
    });

    it('codes a query alike each time, to finite numbers, and leaves it as it was', async () => {
      const { codes } = await open(sampleArchive());
      if (codes === undefined) return;
      for (const query of queryVectors()) {
        const given = [...query];
        const coded = Array.from(codes.encodeQuery(given));
        expect([coded.length, coded.every(Number.isFinite)]).toEqual([codes.bits, true]);
        expect(Array.from(codes.encodeQuery(given))).toEqual(coded);
        expect(given).toEqual(query);
      }
    });

    it('is answered from as the oracle answers', async () => {
      const index = await open(sampleArchive());
      for (const { vector, query, options } of questions()) {
        expect(searchWithCounts(vector, query, index, options)).toEqual(
          oracleSearch(vector, query, index, options),
        );
        const { ceiling: _ceiling, scoreCap: _scoreCap, ...rest } = options;
        expect(retrieveWithCounts(vector, query, index, rest)).toEqual(
          oracleRetrieve(vector, query, index, rest),
        );
      }
    });

    it('gives public text the hits and scores that exact rows give it', async () => {
      const index = await open(sampleArchive());
      const exact = indexOf(sampleArchive(), { coded: false, typedRows: true });
      for (const { vector, query } of questions()) {
        const options: SearchOptions = { scoreFloor: -2, limit: 100, filters: { exposure: ['text'] } };
        expect(searchWithCounts(vector, query, index, options)).toEqual(
          searchWithCounts(vector, query, exact, options),
        );
      }
    });

    it('answers alike in whatever order it was filled', async () => {
      const { entities, entries, dimensions } = sampleArchive();
      const index = await open(sampleArchive());
      const turned = await open({
        entities: [...entities].reverse(),
        entries: [...entries].reverse(),
        dimensions,
      });
      for (const { vector, query, options } of questions()) {
        expect(searchWithCounts(vector, query, turned, options)).toEqual(
          searchWithCounts(vector, query, index, options),
        );
      }
    });

    it('remembers nothing of one question in the next', async () => {
      const index = await open(sampleArchive());
      const answers = questions().map(({ vector, query, options }) =>
        searchWithCounts(vector, query, index, options),
      );
      const again = questions()
        .reverse()
        .map(({ vector, query, options }) => searchWithCounts(vector, query, index, options));
      expect(again.reverse()).toEqual(answers);
    });

    if (stripped) {
      it('holds no word that may not be shown', async () => {
        const { entries } = await open(sampleArchive());
        expect([...entries].filter(({ fragment }) => fragment.disclosure.exposure === 'none')).toEqual([]);
        for (const { fragment } of entries) {
          const { exposure } = fragment.disclosure;
          if (exposure !== 'text') expect([fragment.text, fragment.summary ?? '']).toEqual(['', '']);
          if (exposure !== 'semantic') expect(fragment.projection).toEqual(undefined);
        }
      });
    }
  });
}

function isServed({ fragment }: Pick<RetrievalEntry, 'fragment'>): boolean {
  return fragment.disclosure.exposure !== 'none';
}

function isText({ fragment }: Pick<RetrievalEntry, 'fragment'>): boolean {
  return fragment.disclosure.exposure === 'text';
}

function servedIds(entries: Iterable<Pick<RetrievalEntry, 'fragment'>>): string[] {
  return [...entries]
    .filter(isServed)
    .map(({ fragment }) => fragment.id)
    .sort();
}

/** Every row of the archive as a query, and one between each two neighbours. */
function queryVectors(): number[][] {
  const rows = sampleArchive().entries.map(({ vector }) => [...vector]);
  const between = rows
    .slice(1)
    .map((row, n) => row.map((value, i) => value + (rows[n]?.[i] ?? 0) / 2 + 0.125));
  return [...rows, ...between];
}

interface Question {
  readonly vector: number[];
  readonly query: string;
  readonly options: SearchOptions;
}

function questions(): Question[] {
  const queries = ['what lights the harbour', 'Tide Tables', 'the keeper and the letter', 'winter'];
  return queryVectors().map((vector, n) => ({
    vector,
    query: queries[n % queries.length] as string,
    options: OPTIONS[n % OPTIONS.length] as SearchOptions,
  }));
}

const OPTIONS: readonly SearchOptions[] = [
  {},
  { limit: 100, scoreFloor: -2 },
  { limit: 3, scoreFloor: 0 },
  { limitPerRaw: { public: 1, private: 2 }, scoreFloor: 0 },
  { filters: { dateFrom: '2019', dateTo: '2020' }, scoreFloor: -2 },
  { filters: { dateFrom: '1931', undated: 'include', exposure: [...SERVED_EXPOSURES] }, scoreFloor: -2 },
  { filters: { raw: 'private' }, scoreFloor: -2, scoreCap: 0.7 },
  { filters: { speaker: 'ada winter' }, scoreFloor: -2 },
  { filters: { creator: 'winter', type: ['essay', 'transcript'] }, scoreFloor: -2 },
  { scoreFloor: 0, ceiling: ({ exposure }) => (exposure === 'semantic' ? 'locator' : 'text') },
];
