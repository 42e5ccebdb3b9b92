import { describe, expect, it } from 'vitest';
import { type Disclosure, type EvidenceHit, evidenceHitSchema } from '@archive/contract';
import { CrossingError } from './errors.ts';
import type { RetrievalEntry } from './index-port.ts';
import type { SearchOptions } from './options.ts';
import type { BoostPlugin } from './plugin.ts';
import { disclosure, exactMatch, recency, theme } from './plugins/index.ts';
import { search, searchWithCounts } from './search.ts';
import { buildIndex, buildPassage, buildWork, rowAt } from './testing/build.ts';

const TEXT: Disclosure = { raw: 'public', exposure: 'text' };
const PLACE: Disclosure = { raw: 'private', exposure: 'locator' };
const GIST: Disclosure = { raw: 'private', exposure: 'semantic' };
const PUBLIC_PLACE: Disclosure = { raw: 'public', exposure: 'locator' };

const works = {
  text: buildWork({ id: 'essay:t', disclosure: TEXT }),
  place: buildWork({ id: 'book:p', disclosure: PLACE }),
  gist: buildWork({ id: 'book:g', disclosure: GIST }),
  publicPlace: buildWork({ id: 'essay:u', disclosure: PUBLIC_PLACE }),
};

/** An index of passages, each given as work, key and cosine with `[1, 0]`. */
function indexOf(...passages: readonly [keyof typeof works, string, number][]) {
  const entries = passages.map(
    ([name, key, cosine]): RetrievalEntry => ({
      fragment: buildPassage(works[name], key),
      vector: rowAt(cosine),
    }),
  );
  return buildIndex(Object.values(works), entries);
}

function scoresOf(hits: readonly EvidenceHit[]): [string, number][] {
  return hits.map(({ fragmentId, score }) => [fragmentId, score]);
}

const everything: SearchOptions = { limit: 100, scoreFloor: -2 };

describe('released scores (decisions 1.1, 1.2)', () => {
  it('are exact and explained for text, coarse and unexplained for everything else, whatever its layer', () => {
    const index = indexOf(
      ['text', 'p1', 0.6],
      ['place', 'p1', 0.58],
      ['gist', 'p1', 0.57],
      ['publicPlace', 'p1', 0.52],
    );
    const hits = search([1, 0], '', index, everything);
    expect(scoresOf(hits)).toStrictEqual([
      ['essay:t#p1', 0.6],
      ['book:p#p1', 0.6],
      ['book:g#p1', 0.55],
      ['essay:u#p1', 0.5],
    ]);
    expect(hits.map((hit) => ('breakdown' in hit ? hit.breakdown : undefined))).toStrictEqual([
      { cosine: 0.6 },
      undefined,
      undefined,
      undefined,
    ]);
    for (const hit of hits) expect(evidenceHitSchema.parse(hit)).toStrictEqual(hit);
  });

  it('decide the order; ties go to public first, then to the id in code-unit order', () => {
    const index = indexOf(
      ['place', 'p2', 0.61],
      ['place', 'p10', 0.59],
      ['place', 'p1', 0.5751],
      ['publicPlace', 'p9', 0.6249],
      ['text', 'p1', 0.6],
      ['text', 'p2', 0.59],
    );
    expect(scoresOf(search([1, 0], '', index, everything))).toStrictEqual([
      ['essay:t#p1', 0.6],
      ['essay:u#p9', 0.6],
      ['book:p#p1', 0.6],
      ['book:p#p10', 0.6],
      ['book:p#p2', 0.6],
      ['essay:t#p2', expect.closeTo(0.59, 12)],
    ]);
  });

  it('decide what a cap cuts off', () => {
    const index = indexOf(['place', 'p2', 0.62], ['place', 'p1', 0.58], ['text', 'p1', 0.599]);
    expect(scoresOf(search([1, 0], '', index, { limit: 1 }))).toStrictEqual([['book:p#p1', 0.6]]);
    expect(scoresOf(search([1, 0], '', index, { limitPerRaw: { public: 0, private: 1 } }))).toStrictEqual([
      ['book:p#p1', 0.6],
    ]);
  });

  it('are never -0', () => {
    const [hit] = search([1, 0], '', indexOf(['place', 'p1', -0.01]), everything);
    expect(Object.is(hit?.score, 0)).toBe(true);
  });

  it('are capped on the grid for coarse hits: option, else index, else not', () => {
    const index = indexOf(['text', 'p1', 0.96], ['place', 'p1', 0.95]);
    expect(
      scoresOf(search([1, 0], '', index, { limit: 9, scoreCap: 0.74 })).map(([, score]) => score),
    ).toStrictEqual([expect.closeTo(0.96, 12), 0.7]);
    expect(scoresOf(search([1, 0], '', { ...index, scoreCap: 0.8 }))[1]).toStrictEqual(['book:p#p1', 0.8]);
    expect(scoresOf(search([1, 0], '', { ...index, scoreCap: 0.8 }, { scoreCap: 0.9 }))[1]).toStrictEqual([
      'book:p#p1',
      0.9,
    ]);
    expect(scoresOf(search([1, 0], '', index))[1]).toStrictEqual(['book:p#p1', 0.95]);
  });
});

describe('the floor (decisions 1.1, 3.6)', () => {
  const index = indexOf(
    ['text', 'p1', 0.36],
    ['text', 'p2', 0.34],
    ['place', 'p1', 0.33],
    ['place', 'p2', 0.32],
    ['place', 'p3', 0.4],
  );

  it('is rounded up to the grid, and holds for every hit by its released score', () => {
    const { hits, matched } = searchWithCounts([1, 0], '', index, { scoreFloor: 0.31 });
    expect(hits.map(({ fragmentId }) => fragmentId)).toStrictEqual(['book:p#p3', 'essay:t#p1', 'book:p#p1']);
    expect(matched).toBe(3);
  });

  it('keeps what lies on it, though the number it was given carries a rounding error', () => {
    expect(search([1, 0], '', indexOf(['place', 'p1', 0.31]), { scoreFloor: 0.1 + 0.2 })).toHaveLength(1);
  });
});

describe('boosts on the served path (decisions 1.2)', () => {
  const boost = (name: string, value: number, coarse?: boolean): BoostPlugin => ({
    name,
    ...(coarse === undefined ? {} : { coarse }),
    score: () => value,
  });
  const index = indexOf(['text', 'p1', 0.6], ['place', 'p1', 0.52]);

  it('are added to coarse scores after rounding, only in twentieths, and only by a plugin that says it may', () => {
    const plugins = [
      boost('a', 0.3, true),
      boost('b', 0.07, true),
      boost('c', -0.05, true),
      boost('d', 0.1, false),
      boost('e', 0.1),
    ];
    expect(scoresOf(search([1, 0], '', index, { ...everything, plugins }))).toStrictEqual([
      ['essay:t#p1', 0.6 + 0.3 + 0.07 - 0.05 + 0.1 + 0.1],
      ['book:p#p1', 0.75],
    ]);
  });

  it('of recency, theme and source review never touch them', () => {
    const work = buildWork({
      id: 'book:p',
      disclosure: PLACE,
      themes: ['ice'],
      date: '2021',
      title: 'Glass Harbour',
    });
    const fragment = buildPassage(work, 'p1', { sourceReview: 'reviewed' });
    const both = { layers: ['public', 'private'] as const };
    const plugins = [theme(both), recency(both), disclosure(both)];
    const alone = buildIndex([work], [{ fragment, vector: rowAt(0.6) }]);
    const options: SearchOptions = {
      plugins,
      recency: 'prefer-recent',
      asOf: new Date('2021-06-01T00:00:00Z'),
    };
    expect(scoresOf(search([1, 0], 'ice in glass harbour', alone, options))).toStrictEqual([
      ['book:p#p1', 0.6],
    ]);
    expect(
      scoresOf(search([1, 0], 'ice in glass harbour', alone, { plugins: [exactMatch(both)] })),
    ).toStrictEqual([['book:p#p1', 0.9]]);
  });

  it('take in recency on public passages when it is asked for and no plugins are named (decisions 3.4)', () => {
    const dated = buildWork({ id: 'essay:t', date: '2021' });
    const hidden = buildWork({ id: 'book:p', date: '2021', disclosure: PLACE });
    const both = buildIndex(
      [dated, hidden],
      [
        { fragment: buildPassage(dated, 'p1'), vector: rowAt(0.6) },
        { fragment: buildPassage(hidden, 'p1'), vector: rowAt(0.6) },
      ],
    );
    const asOf = new Date('2021-06-01T00:00:00Z');
    const hits = search([1, 0], 'ice', both, { recency: 'prefer-recent', asOf });
    expect(scoresOf(hits)).toStrictEqual([
      ['essay:t#p1', 0.6 + 0.1],
      ['book:p#p1', 0.6],
    ]);
    expect(scoresOf(search([1, 0], 'ice', both, { recency: 'auto', asOf }))[0]).toStrictEqual([
      'essay:t#p1',
      0.6,
    ]);
    expect(scoresOf(search([1, 0], 'ice now', both, { recency: 'auto', asOf }))[0]).toStrictEqual([
      'essay:t#p1',
      0.6 + 0.1,
    ]);
    expect(() => search([1, 0], 'ice', both, { recency: 'auto' })).toThrow('recency needs asOf');
    expect(() => search([1, 0], 'ice', both, { recency: 'auto', asOf, plugins: [] })).toThrow(
      'no plugin is called recency',
    );
  });
});

describe('what is never searched', () => {
  it('is a passage exposed as none: it is not returned, counted or asked for', () => {
    const work = buildWork({ id: 'note:n', disclosure: { raw: 'private', exposure: 'none' } });
    const index = buildIndex([work], [{ fragment: buildPassage(work, 'p1'), vector: [1, 0] }]);
    for (const filters of [{}, { dateFrom: '2019' }, { raw: 'private' as const }]) {
      expect(searchWithCounts([1, 0], '', index, { filters })).toStrictEqual({
        hits: [],
        matched: 0,
        excludedUndated: 0,
      });
    }
    expect(() => search([1, 0], '', index, { filters: { exposure: ['none' as never] } })).toThrow(
      'filters.exposure',
    );
  });

  it('fails loudly over a semantic passage without a servable gist, without a word of it', () => {
    const fragment = { ...buildPassage(works.gist, 'p1') };
    delete fragment.projection;
    const index = buildIndex([works.gist], [{ fragment, vector: [1, 0] }]);
    expect(() => search([1, 0], '', index)).toThrow(CrossingError);
  });
});

describe('the ceiling (decisions 1.6)', () => {
  const index = indexOf(['text', 'p1', 0.8], ['gist', 'p1', 0.7], ['place', 'p1', 0.6], ['place', 'p2', 0.5]);
  const by = (verdicts: Record<string, unknown>) =>
    ((hit: EvidenceHit) => verdicts[hit.fragmentId] ?? 'text') as NonNullable<SearchOptions['ceiling']>;

  it('narrows a hit and leaves the rest alone', () => {
    const hits = search([1, 0], '', index, { ceiling: by({ 'book:g#p1': 'locator' }) });
    const plain = search([1, 0], '', index);
    expect(hits.map(({ exposure }) => exposure)).toStrictEqual(['text', 'locator', 'locator', 'locator']);
    expect(hits.filter((_, at) => at !== 1)).toStrictEqual(plain.filter((_, at) => at !== 1));
    expect('gist' in (hits[1] as object)).toBe(false);
  });

  it('removes a withheld hit before counts, caps and ties', () => {
    const { hits, matched } = searchWithCounts([1, 0], '', index, {
      limit: 2,
      ceiling: by({ 'essay:t#p1': 'withheld', 'book:p#p1': 'withheld' }),
    });
    expect([hits.map(({ fragmentId }) => fragmentId), matched]).toStrictEqual([
      ['book:g#p1', 'book:p#p2'],
      2,
    ]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no ledger');
      },
    ],
    ['gives nothing', () => undefined],
    ['gives an unknown word', () => 'all'],
    ['gives none', () => 'none'],
    ['gives a promise', async () => 'text'],
    ['gives an unknown score', () => ({ exposure: 'text', score: 1 })],
    ['gives an unknown exposure', () => ({ exposure: 'all', score: 'floor' })],
    ['gives null', () => null],
  ])('that %s withholds', (_case, ceiling) => {
    expect(searchWithCounts([1, 0], '', index, { ceiling: ceiling as never })).toStrictEqual({
      hits: [],
      matched: 0,
      excludedUndated: 0,
    });
  });

  it('sees hits as they would be released, after the floor', () => {
    const seen: EvidenceHit[] = [];
    search([1, 0], '', index, {
      scoreFloor: 0.6,
      ceiling: (hit) => {
        seen.push(structuredClone(hit));
        return 'text';
      },
    });
    expect(seen).toStrictEqual(search([1, 0], '', index, { scoreFloor: 0.6 }));
  });

  it('cannot widen a hit by changing the one it is shown', () => {
    const ceiling = (hit: EvidenceHit) => {
      Object.assign(hit, { exposure: 'text', text: 'made up', score: 99 });
      hit.entity.title = 'made up';
      return 'text' as const;
    };
    expect(search([1, 0], '', index, { ceiling })).toStrictEqual(search([1, 0], '', index));
  });

  it('makes the score of a narrowed text hit coarse, before it is sorted', () => {
    const close = indexOf(['text', 'p1', 0.6], ['text', 'p2', 0.58]);
    const hits = search([1, 0], '', close, { ceiling: by({ 'essay:t#p2': 'semantic' }) });
    expect(scoresOf(hits)).toStrictEqual([
      ['essay:t#p1', 0.6],
      ['essay:t#p2', 0.6],
    ]);
    expect(hits.map(({ exposure }) => exposure)).toStrictEqual(['text', 'locator']);
  });

  it('drops a narrowed text hit whose capped score falls below the floor', () => {
    const options: SearchOptions = {
      scoreFloor: 0.6,
      scoreCap: 0.5,
      ceiling: by({ 'essay:t#p1': 'locator' }),
    };
    expect(searchWithCounts([1, 0], '', index, options)).toStrictEqual({
      hits: [],
      matched: 0,
      excludedUndated: 0,
    });
  });

  it('can fix a coarse score at the floor, which also decides its place (decisions 1.6c)', () => {
    const atFloor = { exposure: 'semantic', score: 'floor' } as const;
    const hits = search([1, 0], '', index, {
      scoreFloor: 0.22,
      ceiling: by({ 'book:g#p1': atFloor, 'essay:t#p1': { exposure: 'text', score: 'floor' } }),
    });
    expect(scoresOf(hits)).toStrictEqual([
      ['essay:t#p1', 0.8],
      ['book:p#p1', 0.6],
      ['book:p#p2', 0.5],
      ['book:g#p1', 0.25],
    ]);
    expect(hits[3]?.exposure).toBe('semantic');
  });

  it('takes a withheld passage out of the undated count as well', () => {
    const ceiling = by({ 'book:p#p1': 'withheld' });
    const filters = { dateFrom: '2019' };
    expect(searchWithCounts([1, 0], '', index, { filters }).excludedUndated).toBe(4);
    expect(searchWithCounts([1, 0], '', index, { filters, ceiling }).excludedUndated).toBe(3);
  });

  it('lets the next of several look-alikes stand in for a withheld one', () => {
    const face = { vector: [1, 0], embeds: 'face' as const };
    const twins = buildIndex(
      [works.place],
      [
        { fragment: buildPassage(works.place, 'p1'), ...face },
        { fragment: buildPassage(works.place, 'p2'), ...face },
      ],
    );
    expect(scoresOf(search([1, 0], '', twins))).toStrictEqual([['book:p#p1', 1]]);
    expect(scoresOf(search([1, 0], '', twins, { ceiling: by({ 'book:p#p1': 'withheld' }) }))).toStrictEqual([
      ['book:p#p2', 1],
    ]);
  });
});

describe('postRank on the served path', () => {
  it('sees released scores alone, and decides what is counted and cut', () => {
    const index = indexOf(['text', 'p1', 0.6], ['place', 'p1', 0.58], ['place', 'p2', 0.56]);
    const seen: unknown[] = [];
    const outcome = searchWithCounts([1, 0], '', index, {
      limit: 1,
      postRank: [
        {
          name: 'watch',
          apply: (hits) => {
            for (const { cosine, score, breakdown } of hits) seen.push([cosine, score, breakdown]);
            return hits.slice(1);
          },
        },
      ],
    });
    expect(seen).toStrictEqual([
      [0.6, 0.6, { cosine: 0.6 }],
      [0.6, 0.6, {}],
      [0.55, 0.55, {}],
    ]);
    expect([scoresOf(outcome.hits), outcome.matched]).toStrictEqual([[['book:p#p1', 0.6]], 2]);
  });
});

describe('limits', () => {
  it('are 8 of each layer by default, and exclude each other', () => {
    const index = indexOf(
      ...Array.from({ length: 10 }, (_, n): ['text', string, number] => ['text', `p${n}`, 0.9]),
      ...Array.from({ length: 10 }, (_, n): ['place', string, number] => ['place', `p${n}`, 0.5]),
    );
    const { hits, matched } = searchWithCounts([1, 0], '', index);
    expect([hits.length, matched]).toStrictEqual([16, 20]);
    expect(() => search([1, 0], '', index, { limit: 1, limitPerRaw: {} })).toThrow(
      'limit and limitPerRaw exclude each other',
    );
  });
});
