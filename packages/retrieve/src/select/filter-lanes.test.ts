import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchFilters } from '@archive/contract';
import type { Entity } from '@archive/contract/private';
import { compileFilters } from '../filters.ts';
import type { RetrievalIndex } from '../index-port.ts';
import { prepareIndex } from '../prepared-index.ts';
import { arbitraryIndex } from '../testing/arbitrary-index.ts';
import { arbitraryFilters } from '../testing/arbitrary-options.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { filterLanes } from './filter-lanes.ts';

function laid(index: RetrievalIndex, filters: SearchFilters) {
  const { text, other, undated } = filterLanes(prepareIndex(index).columns, filters);
  return { text: [...text], other: [...other], undated: [...undated].sort((a, b) => a - b) };
}

describe('filters over columns', () => {
  it('say of every fragment what a filter says that reads it', () => {
    fc.assert(
      fc.property(arbitraryIndex, arbitraryFilters, (index, filters) => {
        const verdictOf = compileFilters(filters);
        const expected: ReturnType<typeof laid> = { text: [], other: [], undated: [] };
        for (const [position, { fragment }] of [...index.entries].entries()) {
          const verdict = verdictOf(fragment, index.entities.get(fragment.entityId) as Entity);
          if (verdict === 'undated') expected.undated.push(position);
          if (verdict !== 'pass') continue;
          (fragment.disclosure.exposure === 'text' ? expected.text : expected.other).push(position);
        }
        expect(laid(index, filters)).toStrictEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('give every fragment exposed as text the same list each time nothing is left out', () => {
    const work = buildWork();
    const index = buildIndex([work], [{ fragment: buildPassage(work, 'p1'), vector: [1, 0] }]);
    const { columns } = prepareIndex(index);
    expect(filterLanes(columns, { type: ['essay'] }).text).toBe(filterLanes(columns, {}).text);
  });
});
