import { describe, expect, it } from 'vitest';
import type { Disclosure } from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import { SearchOptionsError } from './errors.ts';
import type { BoostPlugin } from './plugin.ts';
import { exactMatch, recency } from './plugins/index.ts';
import { partitionByRaw, retrieve, retrieveWithCounts } from './retrieve.ts';
import { buildIndex, buildPassage, buildWork, rowAt } from './testing/build.ts';

const PUBLIC: Disclosure = { raw: 'public', exposure: 'text' };
const PRIVATE: Disclosure = { raw: 'private', exposure: 'locator' };

/** One public and one private work, with a passage for each cosine. */
function twoLayers(publicCosines: readonly number[], privateCosines: readonly number[]) {
  const works = [
    buildWork({ id: 'essay:pub' }),
    buildWork({ id: 'book:priv', type: 'book', disclosure: PRIVATE }),
  ] as const;
  const entries = [publicCosines, privateCosines].flatMap((cosines, layer) =>
    cosines.map((cosine, n) => ({
      fragment: buildPassage(works[layer] as (typeof works)[0], `p${n}`),
      vector: rowAt(cosine),
    })),
  );
  return buildIndex(works, entries);
}

function idsOf(hits: readonly ScoredHit[]): string[] {
  return hits.map(({ fragment }) => fragment.id);
}

function plugin(name: string, value: number): BoostPlugin {
  return { name, score: () => value };
}

describe('retrieve', () => {
  it('ranks exact scores of both layers in one list, ties by fragment id in code-unit order', () => {
    const works = [
      buildWork({ id: 'essay:Z' }),
      buildWork({ id: 'essay:a' }),
      buildWork({ id: 'book:p', disclosure: PRIVATE }),
    ];
    const index = buildIndex(works, [
      { fragment: buildPassage(works[1]!, 'p10'), vector: [1, 0] },
      { fragment: buildPassage(works[1]!, 'p2'), vector: [2, 0] },
      { fragment: buildPassage(works[0]!, 'p1'), vector: [0.5, 0] },
      { fragment: buildPassage(works[2]!, 'p1'), vector: rowAt(0.9711) },
      { fragment: buildPassage(works[0]!, 'p2'), vector: rowAt(0.97) },
    ]);
    const hits = retrieve([3, 0], '', index);
    expect(idsOf(hits)).toStrictEqual(['essay:Z#p1', 'essay:a#p10', 'essay:a#p2', 'book:p#p1', 'essay:Z#p2']);
    expect(hits.map(({ score }) => score)).toStrictEqual([
      1,
      1,
      1,
      expect.closeTo(0.9711, 12),
      expect.closeTo(0.97, 12),
    ]);
  });

  it('keeps what lies on the floor, and compares the boosted score', () => {
    const index = twoLayers([0.6, -0.1], []);
    expect(idsOf(retrieve([1, 0], '', index, { scoreFloor: 0.6 }))).toStrictEqual(['essay:pub#p0']);
    expect(idsOf(retrieve([1, 0], 'a title', index, { scoreFloor: 0.19 }))).toStrictEqual([
      'essay:pub#p0',
      'essay:pub#p1',
    ]);
  });

  it('adds up cosine and every plugin that fired, in their order', () => {
    const index = twoLayers([0.6], []);
    const plugins = [plugin('b', 0.1), plugin('idle', 0), plugin('a', -0.2)];
    const [hit] = retrieve([1, 0], '', index, { plugins });
    expect(hit?.breakdown).toStrictEqual({ cosine: 0.6, b: 0.1, a: -0.2 });
    expect(hit?.score).toBe(0.6 + 0.1 - 0.2);
    expect(hit?.cosine).toBe(0.6);
  });

  it('caps each layer at 8 when no limit is given, and lets neither crowd out the other', () => {
    const many = Array.from({ length: 12 }, (_, n) => 0.9 - n / 100);
    const few = [0.5, 0.45];
    expect(retrieve([1, 0], '', twoLayers(many, few))).toHaveLength(10);
    expect(retrieveWithCounts([1, 0], '', twoLayers(many, few)).matched).toBe(14);
    expect(idsOf(retrieve([1, 0], '', twoLayers(many, few), { limit: 3 }))).toStrictEqual([
      'essay:pub#p0',
      'essay:pub#p1',
      'essay:pub#p2',
    ]);
    expect(
      idsOf(retrieve([1, 0], '', twoLayers(many, few), { limitPerRaw: { public: 1, private: 1 } })),
    ).toStrictEqual(['essay:pub#p0', 'book:priv#p0']);
    expect(retrieve([1, 0], '', twoLayers(many, few), { limit: Number.POSITIVE_INFINITY })).toHaveLength(14);
    expect(retrieveWithCounts([1, 0], '', twoLayers(many, few), { limit: 0 })).toStrictEqual({
      hits: [],
      matched: 14,
      excludedUndated: 0,
    });
  });

  it('compares what is not exposed as text with the private query vector (decisions 1.5)', () => {
    const hits = retrieve([1, 0], '', twoLayers([0.6], [0.6]), { privateQueryVector: [0, 2] });
    expect(hits.map(({ cosine }) => cosine)).toStrictEqual([0.8, 0.6]);
    expect(idsOf(hits)).toStrictEqual(['book:priv#p0', 'essay:pub#p0']);
    expect(() => retrieve([1, 0], '', twoLayers([0.6], []), { privateQueryVector: [0, 0] })).toThrow(
      'privateQueryVector is zero',
    );
  });

  it('counts as undated only passages that passed every other filter', () => {
    const works = [
      buildWork({ id: 'essay:a' }),
      buildWork({ id: 'book:b', type: 'book' }),
      buildWork({ id: 'essay:c', date: '2019' }),
    ];
    const index = buildIndex(
      works,
      works.map((work) => ({ fragment: buildPassage(work, 'p1'), vector: [1, 0] })),
    );
    const { hits, matched, excludedUndated } = retrieveWithCounts([1, 0], '', index, {
      filters: { type: ['essay'], dateFrom: '2018' },
    });
    expect([idsOf(hits), matched, excludedUndated]).toStrictEqual([['essay:c#p1'], 1, 1]);
  });

  it('returns one of the passages of a work that look the same from outside (decisions 1.4)', () => {
    const work = buildWork({ disclosure: PRIVATE });
    const other = buildWork({ id: 'essay:b', disclosure: PRIVATE });
    const face = { vector: [1, 0], embeds: 'face' as const };
    const note = [{ scheme: 'note', value: 'A window seat' }];
    const index = buildIndex(
      [work, other],
      [
        { fragment: buildPassage(work, 'p3'), ...face },
        { fragment: buildPassage(work, 'p12'), ...face },
        { fragment: buildPassage(work, 'p2'), ...face },
        { fragment: buildPassage(work, 'p4', { locator: note }), ...face },
        { fragment: buildPassage(work, 'p1'), vector: [1, 0], embeds: 'text' },
        { fragment: buildPassage(work, 'p5', { attribution: [{ name: 'Bo' }] }), ...face },
        {
          fragment: buildPassage(work, 'p6', {
            attribution: [{ name: 'Bo' }, { name: 'X', placeholder: 'unnamed' }],
          }),
          ...face,
        },
        { fragment: buildPassage(other, 'p1'), ...face },
      ],
    );
    const { hits, matched } = retrieveWithCounts([1, 0], '', index, { limit: 20 });
    expect(idsOf(hits)).toStrictEqual([
      'essay:a#p1',
      'essay:a#p12',
      'essay:a#p4',
      'essay:a#p5',
      'essay:b#p1',
    ]);
    expect(matched).toBe(5);
  });

  it('never takes passages exposed as text, or passages of two exposures, for twins', () => {
    const work = buildWork();
    const entries = [
      PUBLIC,
      PUBLIC,
      { raw: 'public', exposure: 'locator' },
      { raw: 'public', exposure: 'none' },
    ] as Disclosure[];
    const index = buildIndex(
      [work],
      entries.map((disclosure, n) => ({
        fragment: buildPassage(work, `p${n}`, { disclosure }),
        vector: [1, 0],
        embeds: 'face',
      })),
    );
    expect(retrieve([1, 0], '', index)).toHaveLength(4);
  });

  it('lets the next twin stand in when a filter leaves the first one out', () => {
    const work = buildWork({ disclosure: PRIVATE });
    const face = { vector: [1, 0], embeds: 'face' as const };
    const index = buildIndex(
      [work],
      [
        { fragment: buildPassage(work, 'p1', { date: '1999' }), ...face },
        { fragment: buildPassage(work, 'p2', { date: '2020' }), ...face },
      ],
    );
    expect(idsOf(retrieve([1, 0], '', index))).toStrictEqual(['essay:a#p1']);
    expect(idsOf(retrieve([1, 0], '', index, { filters: { dateFrom: '2010' } }))).toStrictEqual([
      'essay:a#p2',
    ]);
  });
});

describe('plugins (decisions 3.4, 3.6)', () => {
  const index = twoLayers([0.6], []);
  const asOf = new Date('2021-01-01T00:00:00Z');

  it('need names of their own, other than cosine, and finite scores', () => {
    expect(() => retrieve([1, 0], '', index, { plugins: [plugin('x', 1), plugin('x', 1)] })).toThrow(
      'two plugins share a name',
    );
    expect(() => retrieve([1, 0], '', index, { plugins: [plugin('cosine', 1)] })).toThrow(
      'a plugin may not be called `cosine`',
    );
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => retrieve([1, 0], '', index, { plugins: [plugin('x', 0), plugin('y', value)] })).toThrow(
        'the plugin at position 1 gave a score that is not a finite number',
      );
    }
  });

  it('are prepared once for a query, with what the query says', () => {
    const seen: unknown[] = [];
    const watching: BoostPlugin<string> = {
      name: 'watching',
      prepare: (given, context) => {
        seen.push([given === index, context]);
        return 'ready';
      },
      score: (fragment, entity, context, prepared) => {
        seen.push([fragment.id, entity.id, context.normalized, prepared]);
        return 0;
      },
    };
    retrieve([1, 0], 'Café,  NOIR', twoLayers([0.6], []), { plugins: [] });
    retrieve([1, 0], 'Café,  NOIR', index, { plugins: [watching], asOf });
    expect(seen).toStrictEqual([
      [true, { query: 'Café,  NOIR', normalized: 'café noir', recency: 'none', asOf }],
      ['essay:pub#p0', 'essay:pub', 'café noir', 'ready'],
    ]);
  });

  it('must include one called recency when recency is asked for, and then asOf', () => {
    expect(() => retrieve([1, 0], '', index, { recency: 'auto', asOf })).toThrow(
      'recency is asked for, but no plugin is called recency',
    );
    expect(() => retrieve([1, 0], '', index, { recency: 'prefer-recent', plugins: [recency()] })).toThrow(
      'recency needs asOf',
    );
    expect(() =>
      retrieve([1, 0], '', index, {
        recency: 'auto',
        plugins: [recency()],
        asOf: new Date('x'),
      }),
    ).toThrow('asOf is not a moment in time');
    expect(() => retrieve([1, 0], '', index, { recency: 'sometimes' as never })).toThrow(SearchOptionsError);
    expect(() => retrieve([1, 0], '', index, { recency: 'none', plugins: [recency()] })).not.toThrow();
  });

  it('by default are exact match and theme, on public passages', () => {
    const works = [
      buildWork({ themes: ['ice'] }),
      buildWork({ id: 'book:b', themes: ['ice'], disclosure: PRIVATE }),
    ];
    const both = buildIndex(
      works,
      works.map((work) => ({ fragment: buildPassage(work, 'p1'), vector: rowAt(0.6) })),
    );
    const hits = retrieve([1, 0], 'a title about ice', both);
    expect(hits.map(({ breakdown }) => breakdown)).toStrictEqual([
      { cosine: 0.6, exactMatch: 0.3, theme: 0.15 },
      { cosine: 0.6 },
    ]);
    expect(
      retrieve([1, 0], 'a title about ice', both, { plugins: [] }).map(({ score }) => score),
    ).toStrictEqual([0.6, 0.6]);
    expect(
      retrieve([1, 0], 'a title', both, { plugins: [exactMatch({ layers: ['private'] })] })[0]?.fragment.id,
    ).toBe('book:b#p1');
  });
});

describe('postRank', () => {
  const index = twoLayers([0.9, 0.8, 0.7], []);

  it('reorders and drops before counting and capping', () => {
    const outcome = retrieveWithCounts([1, 0], '', index, {
      limit: 1,
      postRank: [
        { name: 'reverse', apply: (hits) => [...hits].reverse() },
        { name: 'drop-first', apply: (hits) => hits.slice(1) },
      ],
    });
    expect([idsOf(outcome.hits), outcome.matched]).toStrictEqual([['essay:pub#p1'], 2]);
  });

  it('may not add, copy or repeat a hit', () => {
    const passes: ((hits: readonly ScoredHit[]) => ScoredHit[])[] = [
      (hits) => [...hits, hits[0]!],
      (hits) => hits.map((hit) => ({ ...hit, score: 1 })),
    ];
    for (const apply of passes) {
      expect(() => retrieve([1, 0], '', index, { postRank: [{ name: 'x', apply }] })).toThrow(
        'the pass at position 0 returned a hit it was not given, or one twice',
      );
    }
  });
});

describe('partitionByRaw', () => {
  it('splits a list by layer and keeps the order', () => {
    const hits = retrieve([1, 0], '', twoLayers([0.9, 0.7], [0.8, 0.6]));
    const parts = partitionByRaw(hits);
    expect([idsOf(parts.public), idsOf(parts.private)]).toStrictEqual([
      ['essay:pub#p0', 'essay:pub#p1'],
      ['book:priv#p0', 'book:priv#p1'],
    ]);
  });
});

describe('sign bits', () => {
  it('estimate a cosine as √(π/2)·⟨q,s⟩/(‖q‖·√b), mapped by the line (decisions 1.3)', () => {
    const work = buildWork({ disclosure: PUBLIC });
    const hidden = buildWork({ id: 'book:b', disclosure: PRIVATE });
    let encoded = 0;
    const codes = {
      bits: 12,
      line: { a: 0.5, c: 0.25 },
      encodeQuery: () => {
        encoded++;
        return Float64Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);
      },
    };
    // Bits 0 and 11 of the first row are set, bit 0 alone of the second, bit 11 alone of the third; bits past 12 say nothing.
    const rows = [Uint8Array.of(1, 8), Uint8Array.of(1, 0), Uint8Array.of(0, 0b11111000)];
    const entries = rows.map((bits, n) => ({ fragment: buildPassage(hidden, `p${n}`), bits }));
    const index = buildIndex([work, hidden], entries, { dimensions: 2, codes });
    const hits = retrieve([1, 0], '', index, { scoreFloor: -2 });
    const scale = Math.sqrt(Math.PI / 2) / (5 * Math.sqrt(12));
    const expected: [string, number][] = [
      ['book:b#p0', 0.25 + 0.5 * 7 * scale],
      ['book:b#p2', 0.25 + 0.5 * 1 * scale],
      ['book:b#p1', 0.25 + 0.5 * -1 * scale],
    ];
    expect(hits.map(({ fragment, cosine }) => [fragment.id, cosine])).toStrictEqual(
      expected.map(([id, cosine]) => [id, expect.closeTo(cosine, 12)]),
    );
    expect(encoded).toBe(1);
  });

  it('estimate 0 when the coded query is zero', () => {
    const hidden = buildWork({ disclosure: PRIVATE });
    const codes = { bits: 8, line: { a: 1, c: 0.3 }, encodeQuery: () => new Float64Array(8) };
    const index = buildIndex([hidden], [{ fragment: buildPassage(hidden, 'p1'), bits: Uint8Array.of(255) }], {
      dimensions: 2,
      codes,
    });
    expect(retrieve([1, 0], '', index).map(({ cosine }) => cosine)).toStrictEqual([0.3]);
  });
});
