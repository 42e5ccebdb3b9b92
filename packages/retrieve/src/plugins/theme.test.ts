import { describe, expect, it } from 'vitest';
import type { Entity } from '@archive/contract/private';
import { retrieve } from '../retrieve.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { discriminatingThemes, theme } from './theme.ts';

const PRIVATE = { raw: 'private', exposure: 'locator' } as const;

/** An index of works, each with one passage. */
function indexOfWorks(works: readonly Entity[], passage: Parameters<typeof buildPassage>[2] = {}) {
  return buildIndex(
    works,
    works.map((work) => ({ fragment: buildPassage(work, 'p1', passage), vector: [1, 0] })),
  );
}

/** Public works, the first `carrying` of which carry the theme. */
function worksWith(count: number, carrying: number): Entity[] {
  return Array.from({ length: count }, (_, n) =>
    buildWork({ id: `essay:w${n}`, themes: n < carrying ? ['Ice'] : [] }),
  );
}

function boosts(
  index: ReturnType<typeof indexOfWorks>,
  query = 'about ice',
  options?: Parameters<typeof theme>[0],
): number[] {
  const hits = retrieve([1, 0], query, index, { plugins: [theme(options)], limit: 1000 });
  return hits.map(({ breakdown }) => breakdown['theme'] ?? 0);
}

describe('theme', () => {
  it('adds 0.15 once, however many themes the query names', () => {
    expect(
      boosts(indexOfWorks([buildWork({ themes: ['ice', 'The Sea', 'ICE'] })]), 'ice and the sea'),
    ).toStrictEqual([0.15]);
    expect(boosts(indexOfWorks([buildWork({ themes: ['ice'] })]), 'iceberg')).toStrictEqual([0]);
    expect(boosts(indexOfWorks([buildWork({ themes: ['', '...'] })]), '')).toStrictEqual([0]);
  });

  it('goes by the themes of the passage where it states a list, even an empty one', () => {
    const works = [buildWork({ themes: ['ice'] })];
    expect(boosts(indexOfWorks(works, { themes: ['sea'] }), 'sea')).toStrictEqual([0.15]);
    expect(boosts(indexOfWorks(works, { themes: ['sea'] }), 'ice')).toStrictEqual([0]);
    expect(boosts(indexOfWorks(works, { themes: [] }), 'ice')).toStrictEqual([0]);
  });

  it.each([
    [8, 4, true],
    [8, 5, false],
    [80, 4, true],
    [80, 5, false],
    [100, 5, true],
    [100, 6, false],
    [200, 10, true],
    [200, 11, false],
  ])('of %i works, %i with the theme: boosts is %s (decisions 3.5)', (count, carrying, fires) => {
    const values = boosts(indexOfWorks(worksWith(count, carrying)));
    expect(values.filter((value) => value === 0.15)).toHaveLength(fires ? carrying : 0);
  });

  it('counts public works shown as text alone (decisions 1.5)', () => {
    const carriers = worksWith(4, 4);
    const hidden = buildWork({ id: 'essay:hidden', themes: ['ice'], disclosure: PRIVATE });
    const withheld = buildWork({
      id: 'essay:withheld',
      themes: ['ice'],
      disclosure: { raw: 'public', exposure: 'none' },
    });
    expect([...discriminatingThemes(indexOfWorks([...carriers, hidden, withheld]))]).toStrictEqual(['ice']);
    const place = buildWork({
      id: 'essay:place',
      themes: ['ice'],
      disclosure: { raw: 'public', exposure: 'locator' },
    });
    expect([...discriminatingThemes(indexOfWorks([...carriers, place]))]).toStrictEqual(['ice']);
    const fifth = buildWork({ id: 'essay:fifth', themes: ['ice'] });
    expect([...discriminatingThemes(indexOfWorks([...carriers, fifth]))]).toStrictEqual([]);
  });

  it('measures its share of works that have a served passage, and holds no empty theme', () => {
    const carriers = worksWith(80, 5);
    const unserved = Array.from({ length: 20 }, (_, n) =>
      buildWork({ id: `essay:u${n}`, themes: [' ', '...'], disclosure: { raw: 'public', exposure: 'none' } }),
    );
    expect([...discriminatingThemes(indexOfWorks([...carriers, ...unserved]))]).toStrictEqual([]);
    const served = unserved.map((work) => ({
      ...work,
      disclosure: { raw: 'public', exposure: 'locator' } as const,
    }));
    expect([...discriminatingThemes(indexOfWorks([...carriers, ...served]))]).toStrictEqual(['ice']);
  });

  it('lets a theme boost that public works carry rarely or never, whatever private ones carry', () => {
    const many = Array.from({ length: 9 }, (_, n) =>
      buildWork({ id: `book:b${n}`, themes: ['ice'], disclosure: PRIVATE }),
    );
    expect(boosts(indexOfWorks(many), 'ice', { layers: ['private'] })).toStrictEqual(Array(9).fill(0.15));
    expect(
      boosts(indexOfWorks([...many, buildWork({ themes: ['ice'] })]), 'ice').filter((value) => value > 0),
    ).toStrictEqual([0.15]);
  });

  it('counts a work once for a theme of its own and of its passages, spelled in any case', () => {
    const works = worksWith(4, 4);
    const entries = works.flatMap((work) =>
      ['p1', 'p2'].map((key) => ({
        fragment: buildPassage(work, key, { themes: ['ICE', 'tide'] }),
        vector: [1, 0],
      })),
    );
    expect([...discriminatingThemes(buildIndex(works, entries))].sort()).toStrictEqual(['ice', 'tide']);
  });

  it('fires on public works by default, and on the layers it is told', () => {
    const works = [
      buildWork({ themes: ['ice'] }),
      buildWork({ id: 'essay:b', themes: ['ice'], disclosure: PRIVATE }),
    ];
    expect(boosts(indexOfWorks(works))).toStrictEqual([0.15, 0]);
    expect(boosts(indexOfWorks(works), 'ice', { layers: ['private'] })).toStrictEqual([0.15, 0]);
    expect(boosts(indexOfWorks(works), 'ice', { layers: ['private', 'public'] })).toStrictEqual([0.15, 0.15]);
  });
});
