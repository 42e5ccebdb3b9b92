/**
 * Equality with the oracle where an index brings columns and byte codes along, or where some of it was left out.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetrievalIndex } from './index-port.ts';
import { narrowIndex } from './narrow-index.ts';
import { oracleRetrieve, oracleSearch } from './oracle.ts';
import { retrieveWithCounts } from './retrieve.ts';
import { search, searchWithCounts } from './search.ts';
import { arbitraryIndex, arbitraryQueryVector } from './testing/arbitrary-index.ts';
import {
  arbitraryQuery,
  arbitraryRetrieveOptions,
  arbitrarySearchOptions,
} from './testing/arbitrary-options.ts';
import { buildIndex, buildPassage, buildWork } from './testing/build.ts';
import { withByteCodes, withColumns } from './testing/with-facts.ts';

const FORMS: [name: string, form: (index: RetrievalIndex) => RetrievalIndex][] = [
  ['byte codes', withByteCodes],
  ['columns over entries that are read late', (index) => withColumns(index)],
  ['both', (index) => withColumns(withByteCodes(index))],
];

describe.each(FORMS)('an index with %s answers as the oracle does (decisions 3.7)', (_name, form) => {
  it('to a search', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        arbitraryQueryVector,
        arbitraryQuery,
        arbitrarySearchOptions,
        (index, vector, query, options) => {
          expect(searchWithCounts(vector, query, form(index), options)).toStrictEqual(
            oracleSearch(vector, query, index, options),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('to the private side', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        arbitraryQueryVector,
        arbitraryQuery,
        arbitraryRetrieveOptions,
        (index, vector, query, options) => {
          expect(retrieveWithCounts(vector, query, form(index), options)).toStrictEqual(
            oracleRetrieve(vector, query, index, options),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('an index without some of its entries', () => {
  it('answers as one that never had them', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        fc.constantFrom(...FORMS),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        arbitraryQueryVector,
        arbitraryQuery,
        arbitrarySearchOptions,
        (index, [, form], kept, vector, query, options) => {
          const view = narrowIndex(form(index), (position) => kept[position] === true);
          const without = { ...index, entries: [...index.entries].filter((_, at) => kept[at] === true) };
          expect(searchWithCounts(vector, query, view, options)).toStrictEqual(
            oracleSearch(vector, query, without, options),
          );
          expect(view.entries.length).toBe(without.entries.length);
          expect([...view.entries].map(({ fragment }) => fragment.id)).toStrictEqual(
            without.entries.map(({ fragment }) => fragment.id),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('can be narrowed again', () => {
    const work = buildWork();
    const entries = ['p1', 'p2', 'p3', 'p4'].map((key, n) => ({
      fragment: buildPassage(work, key),
      vector: [1, n],
    }));
    const index = withByteCodes(buildIndex([work], entries));
    const view = narrowIndex(
      narrowIndex(index, (position) => position !== 0),
      (position) => position !== 1,
    );
    expect(search([1, 0], '', view, { limit: 9 }).map(({ fragmentId }) => fragmentId)).toStrictEqual([
      'essay:a#p2',
      'essay:a#p4',
    ]);
  });
});

describe('an index with columns', () => {
  const work = buildWork({ themes: ['ice'] });
  const hidden = buildWork({ id: 'essay:b', disclosure: { raw: 'private', exposure: 'locator' } });
  const entries = Array.from({ length: 40 }, (_, n) => ({
    fragment: buildPassage(n % 4 === 0 ? hidden : work, `p${n}`),
    vector: Float32Array.of(1, n / 10),
  }));
  const index = withByteCodes(buildIndex([work, hidden], entries));

  it('has nothing read of it but what is returned', () => {
    const read: number[] = [];
    const lazy = withColumns(index, (position) => read.push(position));
    const filters = { dateTo: '2020', undated: 'include' as const, raw: 'public' as const };
    const { hits, matched } = searchWithCounts([1, 0], 'a title about ice', lazy, {
      limit: 3,
      scoreFloor: -1,
      filters,
    });
    expect(hits.map(({ fragmentId }) => fragmentId)).toStrictEqual([
      'essay:a#p1',
      'essay:a#p2',
      'essay:a#p3',
    ]);
    expect([matched, read]).toStrictEqual([30, [1, 2, 3]]);
  });

  it('has public text read only to be returned, where a ceiling leaves it alone', () => {
    const read: number[] = [];
    const lazy = withColumns(index, (position) => read.push(position));
    const asked: string[] = [];
    searchWithCounts([1, 0], '', lazy, {
      limit: 2,
      scoreFloor: -1,
      ceilingCovers: 'not-text',
      ceiling: ({ exposure }) => {
        asked.push(exposure);
        return 'text';
      },
    });
    expect(new Set(asked)).toStrictEqual(new Set(['locator']));
    expect(new Set(read.filter((position) => position % 4 !== 0))).toStrictEqual(new Set([1]));
  });

  it.each(['plain', 'hybrid'] as const)(
    'has private places read and asked about, best first and a block at a time, and public ones left alone (%s)',
    (profile) => {
      const many = buildIndex(
        [work, hidden],
        Array.from({ length: 400 }, (_, n) => ({
          fragment: buildPassage(n % 4 === 0 ? hidden : work, `p${String(n).padStart(3, '0')}`),
          vector: Float32Array.of(1, n / 100),
        })),
      );
      const read: number[] = [];
      const lazy = withColumns(withByteCodes(many), (position) => read.push(position));
      const asked: string[] = [];
      const { hits, matched } = searchWithCounts([1, 0], '', lazy, {
        profile,
        limitPerRaw: { public: 1, private: 2 },
        scoreFloor: -1,
        ceilingCovers: 'private',
        privateCounts: 'returned',
        ceiling: ({ raw, fragmentId }) => {
          asked.push(fragmentId);
          return raw === 'public' || fragmentId === 'essay:b#p004' ? 'withheld' : 'locator';
        },
      });
      // Twice as many as are wanted, and sixteen.
      const block = Array.from({ length: 20 }, (_, n) => 4 * n);
      expect(hits.map(({ fragmentId }) => fragmentId)).toStrictEqual([
        'essay:b#p000',
        'essay:b#p008',
        'essay:a#p001',
      ]);
      expect(asked).toStrictEqual(block.map((n) => `essay:b#p${String(n).padStart(3, '0')}`));
      expect([matched, new Set(read)]).toStrictEqual([302, new Set([...block, 1])]);
    },
  );

  it.each(['plain', 'hybrid'] as const)(
    'asks a ceiling about everything when what it covers is no known word (%s)',
    (profile) => {
      const outcome = searchWithCounts([1, 0], '', index, {
        profile,
        scoreFloor: -1,
        ceilingCovers: 'notext' as 'not-text',
        ceiling: () => 'withheld',
      });
      expect(outcome).toStrictEqual({ hits: [], matched: 0, excludedUndated: 0 });
    },
  );

  it('is refused when a fragment says otherwise', () => {
    const other = { ...entries[1], fragment: buildPassage(hidden, 'p1') } as (typeof entries)[number];
    const options = { limit: 1, filters: { raw: 'public' } } as const;
    const lazy = withColumns(index);
    const lying = { ...lazy, entries: entries.map((entry, at) => (at === 1 ? other : entry)) };
    expect(() => search([1, 0], '', lying, options)).toThrow(
      'entry 1 of the index names an entity that the index does not hold',
    );
    const open = { raw: 'public', exposure: 'locator' } as const;
    const narrower = { ...entries[1], fragment: buildPassage(work, 'p1', { disclosure: open }) };
    const shifted = {
      ...lazy,
      entries: entries.map((entry, at) => (at === 1 ? (narrower as typeof entry) : entry)),
    };
    expect(() => search([1, 0], '', shifted, options)).toThrow(
      'entry 1 of the index disagrees with its columns',
    );
  });

  it('is refused when a column or the codes have another length', () => {
    const lazy = withColumns(index);
    const short = { ...lazy, entries: entries.slice(1) };
    expect(() => search([1, 0], '', short)).toThrow('columns.exposure has not the length it needs');
    const codes = { ...index, byteCodes: { ...index.byteCodes, stride: 32 } } as RetrievalIndex;
    expect(() => search([1, 0], '', codes)).toThrow('byteCodes do not fit the rows of the index');
  });
});
