import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CREATORS, MAX_PERIODS, publicFacets } from './public-facets.ts';
import { SAMPLE_WORKS, sampleIndex, type SampleWork } from './sample-archive.fixture.ts';

const work = (slug: string, more: Partial<SampleWork> = {}): SampleWork => ({
  id: `essay:${slug}`,
  type: 'essay',
  title: `Title ${slug}`,
  raw: 'public',
  fragments: [
    { key: 'whole', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text: `On ${slug}.` },
  ],
  ...more,
});

describe('publicFacets', () => {
  it('counts works, not passages: types, times and makers of public ones', async () => {
    expect(publicFacets(await sampleIndex())).toEqual({
      works: 7,
      publicWorks: 4,
      readableWorks: 3,
      types: [
        { value: 'book', works: 1 },
        { value: 'essay', works: 2 },
        { value: 'page', works: 1 },
      ],
      periods: [
        { label: '1999', from: '1999', to: '1999', works: 1 },
        { label: '2020', from: '2020', to: '2020', works: 1 },
        { label: '2021', from: '2021', to: '2021', works: 1 },
      ],
      creators: [
        { value: SAMPLE_WORKS[2]?.attribution?.[0]?.name, works: 1 },
        { value: 'Wenna Sarkady', works: 1 },
      ],
    });
  });

  it('of private works tells their number and nothing else (decisions 1.5)', async () => {
    const open = SAMPLE_WORKS.filter(({ raw }) => raw === 'public');
    const { works: all, ...facets } = publicFacets(await sampleIndex());
    const { works: publicOnly, ...alone } = publicFacets(await sampleIndex(open));
    expect(facets).toEqual(alone);
    expect([all, publicOnly]).toEqual([7, 4]);
  });

  it('tells years, decades or centuries, whichever is few enough', async () => {
    const labels = async (years: readonly number[]): Promise<string[]> => {
      const works = years.map((year, at) => work(`w${at}`, { date: String(year).padStart(4, '0') }));
      return publicFacets(await sampleIndex(works)).periods.map(
        ({ label, works: count }) => `${label}: ${count}`,
      );
    };
    expect(await labels([1999, 2001, 2001])).toEqual(['1999: 1', '2001: 2']);
    expect(await labels(Array.from({ length: 20 }, (_, at) => 1995 + at))).toEqual([
      '1990s: 5',
      '2000s: 10',
      '2010s: 5',
    ]);
    expect(await labels(Array.from({ length: 30 }, (_, at) => 1500 + at * 17))).toEqual([
      '1500–1599: 6',
      '1600–1699: 6',
      '1700–1799: 6',
      '1800–1899: 6',
      '1900–1999: 6',
    ]);
    expect(await labels([999, 1000])).toEqual(['0999: 1', '1000: 1']);
  });

  it('counts a work once in each time it has a passage of', async () => {
    const fragment = (key: string, date: string): SampleWork['fragments'][number] => ({
      key,
      exposure: 'text',
      locator: [{ scheme: 'section', value: key }],
      text: `On ${key}.`,
      date,
    });
    const index = await sampleIndex([
      work('a', {
        date: '1990',
        fragments: [fragment('1', '2001-02'), fragment('2', '2001'), fragment('3', '2003')],
      }),
    ]);
    expect(publicFacets(index).periods.map(({ label, works }) => [label, works])).toEqual([
      ['2001', 1],
      ['2003', 1],
    ]);
  });

  it('lists the makers of most works, and no placeholder', async () => {
    const index = await sampleIndex([
      ...Array.from({ length: 12 }, (_, at) =>
        work(`w${at}`, { attribution: [{ name: `Maker ${String(at).padStart(2, '0')}` }, { name: 'Busy' }] }),
      ),
      work('x', { attribution: [{ name: 'Other', placeholder: 'unnamed' }] }),
    ]);
    const { creators } = publicFacets(index);
    expect(creators.length).toBe(MAX_CREATORS);
    expect(creators.slice(0, 2)).toEqual([
      { value: 'Busy', works: 12 },
      { value: 'Maker 00', works: 1 },
    ]);
  });

  it('puts every dated work into some time, and makes no more times than fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1000, max: 2100 }), { minLength: 1, maxLength: 25 }),
        async (years) => {
          const index = await sampleIndex(years.map((year, at) => work(`w${at}`, { date: String(year) })));
          const { periods } = publicFacets(index);
          expect(periods.length).toBeLessThanOrEqual(MAX_PERIODS);
          for (const { from, to, works } of periods)
            expect(works).toBe(years.filter((year) => year >= Number(from) && year <= Number(to)).length);
          expect(periods.reduce((sum, { works }) => sum + works, 0)).toBe(years.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is empty for an archive that serves nothing', async () => {
    expect(publicFacets(await sampleIndex([]))).toEqual({
      works: 0,
      publicWorks: 0,
      readableWorks: 0,
      types: [],
      periods: [],
      creators: [],
    });
  });
});
