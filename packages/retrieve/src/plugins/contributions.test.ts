import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SearchOptionsError } from '../errors.ts';
import type { BoostPlugin, QueryContext } from '../plugin.ts';
import { prepareIndex } from '../prepared-index.ts';
import { search } from '../search.ts';
import { arbitraryIndex } from '../testing/arbitrary-index.ts';
import { arbitraryQuery } from '../testing/arbitrary-options.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { exactMatch } from './exact-match.ts';
import type { PluginOptions } from './layers.ts';
import { recency } from './recency.ts';
import { theme } from './theme.ts';

const context = (query: string): QueryContext => ({
  query,
  normalized: query,
  recency: 'prefer-recent',
  asOf: new Date('2021-06-01T00:00:00Z'),
});

const LAYERS = fc.constantFrom(undefined, ['private' as const], ['public' as const, 'private' as const]);
const PLUGINS: Record<string, (options: PluginOptions) => BoostPlugin<never>> = {
  exactMatch: exactMatch as never,
  theme: theme as never,
  recency: recency as never,
};

describe.each(Object.keys(PLUGINS))('the contributions of %s', (name) => {
  it('are what it says when it is asked about each fragment', () => {
    fc.assert(
      fc.property(arbitraryIndex, arbitraryQuery, LAYERS, (index, query, layers) => {
        const plugin = PLUGINS[name]?.(layers === undefined ? {} : { layers }) as BoostPlugin<never>;
        const { columns, read } = prepareIndex(index);
        const prepared = plugin.prepare?.(index, context(query)) as never;
        const { positions, values } = plugin.contributions?.(columns, context(query), prepared) ?? {
          positions: [],
          values: [],
        };
        const asked = Array.from({ length: index.entries.length }, (_, position) => {
          const { fragment, entity } = read(position);
          return [position, plugin.score(fragment, entity, context(query), prepared)] as const;
        }).filter(([, value]) => value !== 0);
        expect(Array.from(positions, (position, k) => [position, values[k]])).toStrictEqual(asked);
      }),
      { numRuns: 150 },
    );
  });
});

describe('contributions', () => {
  const work = buildWork();
  const index = buildIndex(
    [work],
    ['p1', 'p2'].map((key) => ({ fragment: buildPassage(work, key), vector: [1, 0] })),
  );
  const withParts = (positions: number[], values: number[]): BoostPlugin => ({
    name: 'parts',
    score: () => 0,
    contributions: () => ({ positions: Uint32Array.from(positions), values: Float64Array.from(values) }),
  });
  const scores = (plugin: BoostPlugin) =>
    search([1, 0], '', index, { plugins: [plugin] }).map(({ fragmentId, score }) => [fragmentId, score]);

  it('are added, and shown in the breakdown', () => {
    const [first] = search([1, 0], '', index, { plugins: [withParts([1], [0.25])] });
    expect([first?.fragmentId, first?.score]).toStrictEqual(['essay:a#p2', 1.25]);
    expect(first).toMatchObject({ breakdown: { cosine: 1, parts: 0.25 } });
  });

  it.each([
    ['not finite', [0], [Number.NaN]],
    ['twice', [0, 0], [1, 1]],
    ['falling', [1, 0], [1, 1]],
    ['past the end', [2], [1]],
  ])('are refused when %s', (_name, positions, values) => {
    expect(() => scores(withParts(positions, values))).toThrow(SearchOptionsError);
  });
});
