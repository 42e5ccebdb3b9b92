/**
 * The laws of a search by words and vectors, over generated archives with postings as an index writes them.
 */
import type { LintedGist } from '@archive/contract';
import { buildLexicalIndex } from '@archive/index';
import {
  type RetrievalEntry,
  type RetrievalIndex,
  type SearchOptions,
  searchWithCounts,
} from '@archive/retrieve';
import { oracleHybridSearch, oracleSearch } from '@archive/retrieve/core';
import {
  arbitraryIndex,
  arbitraryQuery,
  arbitraryQueryVector,
  arbitrarySearchOptions,
  buildIndex,
  buildPassage,
  buildWork,
  rowAt,
} from '@archive/retrieve/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const question = fc.record({
  vector: arbitraryQueryVector,
  query: fc.oneof(
    arbitraryQuery,
    fc.constantFrom('a walk over ice', 'passage 3 of night', 'Ada Winter harbour'),
  ),
  options: arbitrarySearchOptions,
});
const diversity = fc.constantFrom(undefined, undefined, { perWork: 1 }, { perWork: 2 });

/** Every share from a quarter on puts a text above all others. */
const FUSION = { knots: [[0.25, 9]] } as const;

function withWords(index: RetrievalIndex): RetrievalIndex {
  return { ...index, lexical: buildLexicalIndex(index.entries, index.entities) };
}

function hybrid(options: SearchOptions, perWork?: { perWork: number }): SearchOptions {
  return { ...options, profile: 'hybrid', ...(perWork === undefined ? {} : { diversity: perWork }) };
}

describe('a search by words and vectors', () => {
  it('equals the slow oracle, bit for bit (decisions 3.7)', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, diversity, (plain, { vector, query, options }, perWork) => {
        const index = withWords(plain);
        const asked = hybrid(options, perWork);
        expect(searchWithCounts(vector, query, index, asked)).toStrictEqual(
          oracleHybridSearch(vector, query, index, asked),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('equals it without a vector, by words alone', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (plain, { query, options }) => {
        const index = withWords(plain);
        expect(searchWithCounts(undefined, query, index, hybrid(options))).toStrictEqual(
          oracleHybridSearch(undefined, query, index, hybrid(options)),
        );
      }),
      { numRuns: 80 },
    );
  });

  it('is the plain one in an index without postings', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (index, { vector, query, options }) => {
        expect(searchWithCounts(vector, query, index, hybrid(options))).toStrictEqual(
          oracleSearch(vector, query, index, options),
        );
      }),
      { numRuns: 150 },
    );
  });
  it.each(['locator', { exposure: 'locator', score: 'floor' }] as const)(
    'is the same whatever a gist says that a ceiling takes away: %j (decisions 1.5, 1.6)',
    (narrowed) => {
      fc.assert(
        fc.property(
          arbitraryIndex,
          question,
          fc.constantFrom(
            'Roads.',
            'Letters about eel smuggling',
            `Eel ${'letters of nobody here '.repeat(9)}`,
          ),
          (plain, { vector, options }, gist) => {
            const withGist = (said: string): RetrievalIndex =>
              withWords({ ...plain, entries: [...plain.entries].map((entry) => describedAs(entry, said)) });
            const asked = hybrid({
              ...options,
              // The ceiling takes gists away from public works too.
              ceilingCovers: 'not-text',
              ceiling: ({ exposure }) => (exposure === 'text' ? 'text' : narrowed),
            });
            for (const query of ['eel smuggling', 'passage of eel smuggling over ice'])
              expect(searchWithCounts(vector, query, withGist(gist), asked)).toStrictEqual(
                searchWithCounts(vector, query, withGist('Something else.'), asked),
              );
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});

describe('a ceiling that narrows nothing', () => {
  const widest: readonly SearchOptions[] = (['all', 'not-text', 'private'] as const).map((ceilingCovers) => ({
    ceiling: () => 'text',
    ceilingCovers,
  }));

  it('leaves a public place where its gist leaves it', () => {
    const diary = buildWork({
      id: 'book:d',
      type: 'book',
      title: 'Diary of smuggling',
      disclosure: { raw: 'public', exposure: 'semantic' },
    });
    const long = `It tells of ${'letters and roads and weather and '.repeat(5)}.`;
    const index = withWords(
      buildIndex(
        [buildWork(), diary],
        [
          { fragment: buildPassage(buildWork(), 'p1', { text: 'eel smuggling' }), vector: rowAt(0.9) },
          describedAs({ fragment: { ...buildPassage(diary, 'p1'), text: '' }, vector: rowAt(0) }, long),
        ],
        { fusion: FUSION },
      ),
    );
    const asked = hybrid({ limit: 9 });
    const without = searchWithCounts([1, 0], 'diary smuggling', index, asked);
    expect(without.matched).toBe(1);
    for (const ceiling of widest)
      expect(searchWithCounts([1, 0], 'diary smuggling', index, { ...asked, ...ceiling })).toStrictEqual(
        without,
      );
  });
});

it('goes on by vectors where postings cannot be read, and fails where words are all there is', () => {
  fc.assert(
    fc.property(arbitraryIndex, question, (plain, { vector, query, options }) => {
      const unreadable = new Proxy(buildLexicalIndex(plain.entries, plain.entities), {
        get: () => {
          throw new Error('the postings are damaged');
        },
      });
      const index = { ...plain, lexical: unreadable };
      // Places stay behind what is literally asked for, whether or not that can be looked up.
      const capped = { ...options, scoreCap: Math.min(options.scoreCap ?? plain.scoreCap ?? 0.95, 0.95) };
      expect(searchWithCounts(vector, query, index, hybrid(options))).toStrictEqual(
        oracleSearch(vector, query, plain, capped),
      );
      expect(() => searchWithCounts(undefined, query, index, hybrid(options))).toThrow('damaged');
    }),
    { numRuns: 20 },
  );
});

describe('a place whose gist a ceiling takes away', () => {
  const essay = buildWork();
  const diary = buildWork({
    id: 'diary:d',
    type: 'diary',
    title: 'Diary of smuggling',
    disclosure: { raw: 'private', exposure: 'semantic' },
  });
  const found = (gist: string, query: string, score?: 'floor') => {
    const passage = buildPassage(diary, 'p1');
    const index = withWords(
      buildIndex(
        [essay, diary],
        [
          { fragment: buildPassage(essay, 'p1', { text: 'eel smuggling' }), vector: rowAt(0.9) },
          describedAs({ fragment: { ...passage, text: '' }, vector: rowAt(0) }, gist),
        ],
        { fusion: FUSION },
      ),
    );
    const { hits, matched } = searchWithCounts([1, 0], query, index, {
      profile: 'hybrid',
      ceiling: ({ raw }) =>
        raw === 'public' ? 'text' : score === undefined ? 'locator' : { exposure: 'locator', score },
    });
    return [matched, hits.find(({ raw }) => raw === 'private')?.score];
  };

  it('is found by its title, however long the gist is', () => {
    const long = `It tells of ${'letters and roads and weather and '.repeat(5)}.`;
    expect([found('Letters.', 'diary smuggling'), found(long, 'diary smuggling')]).toEqual([
      [2, 0.4],
      [2, 0.4],
    ]);
  });

  it('is not found by its gist, not even with a score that is fixed', () => {
    expect([found('Eel letters.', 'eel'), found('Eel letters.', 'eel', 'floor')]).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
  });
});

it('puts the part first whose whole title is asked for, though only its place is shown', () => {
  const part = (id: string, title: string) => {
    const work = buildWork({
      id,
      type: 'letter',
      title,
      disclosure: { raw: 'private', exposure: 'locator' },
    });
    return { work, entry: { fragment: buildPassage(work, 'p1'), vector: rowAt(0.5) } };
  };
  const parts = [
    part('letter:a', 'Letters from the lighthouse: winter'),
    part('letter:b', 'Letters from the lighthouse: the great storm'),
    part('letter:c', 'Letters from the lighthouse: spring'),
  ];
  const essay = buildWork({ id: 'essay:z', title: 'Roads, and much beside them' });
  const index = withWords(
    buildIndex(
      [...parts.map(({ work }) => work), essay],
      [
        ...parts.map(({ entry }) => entry),
        {
          fragment: buildPassage(essay, 'p1', { text: 'the roads of a country '.repeat(9) }),
          vector: rowAt(0),
        },
      ],
    ),
  );
  const { hits } = searchWithCounts([1, 0], 'Letters from the lighthouse: the great storm', index, {
    profile: 'hybrid',
    plugins: [],
  });
  expect(hits.map(({ entity, score }) => [entity.id, score])).toEqual([
    ['letter:b', 0.75],
    ['letter:a', 0.6],
    ['letter:c', 0.6],
  ]);
});

it('keeps what is not exposed as text within 0.95 where no embedder caps it, behind the text that is literally asked for', () => {
  const essay = buildWork();
  const diary = buildWork({
    id: 'diary:d',
    title: 'Clause of eels',
    disclosure: { raw: 'private', exposure: 'locator' },
  });
  const index = withWords(
    buildIndex(
      [essay, diary],
      [
        { fragment: buildPassage(essay, 'a', { text: 'see clause 4.2.1' }), vector: rowAt(0) },
        { fragment: buildPassage(diary, 'b'), vector: rowAt(1) },
      ],
    ),
  );
  const found = (query: string, options: SearchOptions): unknown[] =>
    searchWithCounts([1, 0], query, index, { profile: 'hybrid', ...options }).hits.map(
      ({ entity, score }) => [entity.id, Number(score.toFixed(2))],
    );
  expect(found('clause of eels', { filters: { raw: 'private' } })).toEqual([['diary:d', 0.95]]);
  expect(found('clause 4.2.1 of eels', {})[0]).toEqual(['essay:a', 0.99]);
  expect(found('clause of eels', { filters: { raw: 'private' }, scoreCap: 0.7 })).toEqual([['diary:d', 0.7]]);
});

it.each([
  ['without postings', (plain: RetrievalIndex) => plain],
  ['with postings', withWords],
])('keeps a text that becomes a place at the floor, though the cap lies below it, %s', (_, made) => {
  const essay = buildWork();
  const fragment = buildPassage(essay, 'a', { text: 'nets' });
  const index = made(buildIndex([essay], [{ fragment, vector: rowAt(0.9) }]));
  const found = (score?: 'floor') =>
    searchWithCounts([1, 0], 'eel smuggling', index, {
      profile: 'hybrid',
      scoreFloor: 0.33,
      scoreCap: 0.31,
      ceiling: () => (score === undefined ? 'locator' : { exposure: 'locator', score }),
    }).hits.map(({ fragmentId, score: released }) => [fragmentId, released]);
  expect([found('floor'), found()]).toEqual([[['essay:a#a', 0.35]], []]);
});

it('gives public text a score within 1, however much is added, and keeps the order of sums', () => {
  const essay = buildWork();
  const entry = (key: string, text: string, cosine: number) => ({
    fragment: buildPassage(essay, key, { text }),
    vector: rowAt(cosine),
  });
  const index = withWords(
    buildIndex(
      [essay],
      [entry('a', 'eel smuggling', 0.9), entry('b', 'eel letters', 0.99), entry('c', 'nets', 1)],
    ),
  );
  const boost = { name: 'boost', score: () => 0.4 };
  const { hits } = searchWithCounts([1, 0], 'eel smuggling', index, { profile: 'hybrid', plugins: [boost] });
  expect(hits.map(({ fragmentId }) => fragmentId)).toEqual(['essay:a#a', 'essay:a#b', 'essay:a#c']);
  for (const hit of hits) {
    expect(hit.score).toBeLessThan(1);
    if (hit.exposure !== 'text') throw new Error('a text is expected');
    const parts = Object.values(hit.breakdown ?? {});
    expect(parts.reduce((sum, part) => sum + part)).toBeCloseTo(hit.score, 12);
  }
});

it('finds no text by few words where its vector says nothing, and orders by them what is found', () => {
  const essay = buildWork();
  const long = 'roads and bridges and weather and fields '.repeat(40);
  const entry = (key: string, text: string, cosine: number) => ({
    fragment: buildPassage(essay, key, { text }),
    vector: rowAt(cosine),
  });
  const index = withWords(
    buildIndex(
      [essay],
      [entry('a', `${long} eel`, 0.19), entry('b', `${long} eel`, 0.3), entry('c', long, 0.31)],
    ),
  );
  const asked = { profile: 'hybrid', plugins: [] } as const;
  const { hits } = searchWithCounts([1, 0], 'eel smuggling harbour lighthouse storm', index, asked);
  const [first, second] = hits.map((hit) => (hit.exposure === 'text' ? hit.breakdown?.['lexical'] : 0));
  expect(hits.map(({ fragmentId }) => fragmentId)).toEqual(['essay:a#b', 'essay:a#c']);
  // So much would be enough for the text that is left out.
  expect(first).toBeGreaterThan(0.01);
  expect(second).toBeUndefined();
});

it('finds a described place by its gist where no title holds a word', () => {
  const diary = buildWork({ title: '…', disclosure: { raw: 'private', exposure: 'semantic' } });
  const entry = { fragment: { ...buildPassage(diary, 'p1'), text: '' }, vector: rowAt(0) };
  const essay = buildWork({ id: 'essay:b', title: '–' });
  const open = {
    fragment: buildPassage(essay, 'p1', { text: 'roads, bridges, weather, fields' }),
    vector: rowAt(0),
  };
  const index = withWords(
    buildIndex([diary, essay], [describedAs(entry, 'Eel letters.'), open], { fusion: FUSION }),
  );
  const { hits } = searchWithCounts([1, 0], 'eel letters', index, { profile: 'hybrid' });
  expect(hits.map(({ fragmentId, score }) => [fragmentId, score])).toEqual([['essay:a#p1', 0.35]]);
});

describe('what is not exposed as text', () => {
  it('has a score that the plain answer and the face give together: of its vector nothing more is told', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (plain, { vector, query }) => {
        // Of what looks the same the lowest id that is found stands for all, and another one where the floor is another.
        const entries = Array.from(plain.entries, (entry) => ({ ...entry, embeds: 'text' as const }));
        const index = withWords({ ...plain, entries });
        const options: SearchOptions = {
          limit: 100,
          plugins: [],
          scoreFloor: 0.2,
          scoreCap: 0.7,
          filters: { exposure: ['semantic', 'locator'] },
        };
        const scores = (asked: SearchOptions) =>
          new Map(
            searchWithCounts(vector, query, index, asked).hits.map(({ fragmentId, score }) => [
              fragmentId,
              score,
            ]),
          );
        const [without, both] = [scores(options), scores(hybrid(options))];
        // Words alone, with no vector in play, give the steps of each face.
        const steps = new Map(
          searchWithCounts(
            undefined,
            query,
            index,
            hybrid({ ...options, scoreFloor: 0, scoreCap: 1 }),
          ).hits.map(({ fragmentId, score }) => [fragmentId, Math.round(score * 20)]),
        );
        for (const [id, score] of both) {
          const known = without.get(id);
          const added = steps.get(id) ?? 0;
          const expected = Math.min(Math.round((known ?? 0.2) * 20) + added, 14) / 20;
          expect(score).toBe(expected);
        }
        for (const id of without.keys()) expect(both.has(id)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('stands where its released score puts it', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (plain, { vector, query }) => {
        const { hits } = searchWithCounts(vector, query, withWords(plain), hybrid({ limit: 100 }));
        const scores = hits.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
      { numRuns: 60 },
    );
  });
});

/** The entry with another gist and the same vector, and by that vector alone told from others. */
function describedAs({ embeds: _embeds, ...entry }: RetrievalEntry, gist: string): RetrievalEntry {
  const { projection, ...fragment } = entry.fragment;
  return projection?.lint !== 'passed'
    ? { ...entry, embeds: 'text' }
    : {
        ...entry,
        embeds: 'text',
        fragment: { ...fragment, projection: { ...projection, gist: gist as LintedGist } },
      };
}
