import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeHits, SORTS, sortOf } from './arrange-hits.ts';
import { hit } from './hits.fixture.ts';

const keys = (groups: ReturnType<typeof arrangeHits>): [string, string[]][] =>
  groups.map(({ root, hits }) => [root, hits.map(({ fragmentId }) => fragmentId)]);

describe('arrangeHits', () => {
  it('puts hits of one work together, and those of its parts, in the order of the best of each', () => {
    const hits = [
      hit('t1', { work: 'transcript:x', parent: 'episode:x' }),
      hit('1', { work: 'essay:b' }),
      hit('whole', { work: 'episode:x' }),
      hit('t2', { work: 'transcript:x', parent: 'episode:x' }),
      hit('2', { work: 'essay:b' }),
    ];
    expect(keys(arrangeHits(hits, 'best'))).toEqual([
      ['episode:x', ['transcript:x#t1', 'episode:x#whole', 'transcript:x#t2']],
      ['essay:b', ['essay:b#1', 'essay:b#2']],
    ]);
  });

  it('orders by date, the undated last, and joins hits of a work where nothing comes between', () => {
    const hits = [
      hit('1', { work: 'essay:a', date: '2019-05' }),
      hit('2', { work: 'essay:b' }),
      hit('3', { work: 'essay:c', date: '2018' }),
      hit('4', { work: 'essay:a', date: '2017-01-02' }),
      hit('5', { work: 'essay:a', date: '2019' }),
    ];
    expect(keys(arrangeHits(hits, 'oldest'))).toEqual([
      ['essay:a', ['essay:a#4']],
      ['essay:c', ['essay:c#3']],
      ['essay:a', ['essay:a#5', 'essay:a#1']],
      ['essay:b', ['essay:b#2']],
    ]);
    expect(keys(arrangeHits(hits, 'newest'))).toEqual([
      ['essay:a', ['essay:a#5', 'essay:a#1']],
      ['essay:c', ['essay:c#3']],
      ['essay:a', ['essay:a#4']],
      ['essay:b', ['essay:b#2']],
    ]);
  });

  it('shows every hit once, whatever the order', () => {
    const facts = fc.record({
      work: fc.constantFrom('essay:a', 'essay:b', 'transcript:x'),
      parent: fc.option(fc.constantFrom('episode:x', 'essay:a'), { nil: undefined }),
      date: fc.option(fc.constantFrom('2019', '2019-03', '1990-12-31', 'never'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), fc.constantFrom(...SORTS), (list, sort) => {
        const hits = list.map(({ work, parent, date }, at) =>
          hit(String(at), {
            work,
            ...(parent === undefined ? {} : { parent }),
            ...(date === undefined ? {} : { date }),
          }),
        );
        const shown = arrangeHits(hits, sort).flatMap((group) => group.hits);
        expect(new Set(shown)).toEqual(new Set(hits));
        expect(shown.length).toBe(hits.length);
      }),
      { numRuns: 100 },
    );
  });

  it('knows its orders by name, and takes anything else for the default', () => {
    expect(['best', 'newest', 'oldest', 'Newest', '', null].map(sortOf)).toEqual([
      'best',
      'newest',
      'oldest',
      'best',
      'best',
      'best',
    ]);
  });
});
