/**
 * Questions and options for property tests: every filter, both limit forms, plugins, floors, caps and ceilings.
 */
import type { SearchFilters } from '@archive/contract';
import fc from 'fast-check';
import type { Ceiling, CeilingVerdict, LimitPerRaw, RetrieveOptions, SearchOptions } from '../options.ts';
import type { BoostPlugin } from '../plugin.ts';
import { disclosure } from '../plugins/disclosure.ts';
import { exactMatch } from '../plugins/exact-match.ts';
import { recency } from '../plugins/recency.ts';
import { theme } from '../plugins/theme.ts';
import type { PostRank } from '../post-rank.ts';
import { arbitraryQueryVector } from './arbitrary-index.ts';

/** Queries that call the titles, slugs and themes of an arbitrary archive by name, or do not. */
export const arbitraryQuery: fc.Arbitrary<string> = fc.constantFrom(
  'what does Glass Harbour say about ice',
  '東京の夜 and the sea',
  'the',
  'café noir, now',
  'night',
  'glass harbour 3',
  'nothing in particular',
  '',
);

/** Present one time in `times`. */
function rarely<Value>(arbitrary: fc.Arbitrary<Value>, times = 4): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** Filters: usually none or one of them, sometimes several. */
export const arbitraryFilters: fc.Arbitrary<SearchFilters> = fc
  .record({
    type: rarely(fc.constantFrom<string[]>(['essay'], ['book', 'transcript'], [])),
    raw: rarely(fc.constantFrom('public' as const, 'private' as const)),
    exposure: rarely(fc.subarray(['text' as const, 'semantic' as const, 'locator' as const])),
    creator: rarely(fc.constantFrom('ada', 'Ada Winter', 'writer', 'rite', '太郎', '')),
    speaker: rarely(fc.constantFrom('winter', 'Winter Ada', '山田'), 6),
    dateFrom: rarely(fc.constantFrom('2019', '2019-03', '2020-02-29')),
    dateTo: rarely(fc.constantFrom('2021-12', '2022', '2022-01-01')),
    undated: rarely(fc.constantFrom('include' as const, 'exclude' as const), 2),
  })
  .map(given);

/** Leaves out the keys without a value. */
function given<Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as never;
}

/** A plugin that fires on everything, in the way its name says. */
function constantPlugin(name: string, boost: number, coarse?: boolean): BoostPlugin {
  return {
    name,
    ...(coarse === undefined ? {} : { coarse }),
    score: ({ id }) => (id.endsWith('1') ? 0 : boost),
  };
}

const plugins: fc.Arbitrary<BoostPlugin[]> = fc
  .subarray<BoostPlugin>([
    exactMatch({ layers: ['public', 'private'] }),
    theme({ layers: ['public', 'private'] }),
    recency({ layers: ['public', 'private'] }),
    disclosure(),
    constantPlugin('onGrid', -0.15, true),
    constantPlugin('offGrid', 0.07, true),
    constantPlugin('undeclared', 0.1),
  ])
  .map((chosen) => chosen);

const dropsOdd: PostRank = { name: 'drops-odd', apply: (ranked) => ranked.filter((_, at) => at % 2 === 0) };
const reverses: PostRank = { name: 'reverses', apply: (ranked) => [...ranked].reverse() };

const limits: fc.Arbitrary<{ limit?: number; limitPerRaw?: LimitPerRaw }> = fc.oneof(
  fc.constant({}),
  fc.record({ limit: fc.nat({ max: 12 }) }),
  fc.record({
    limitPerRaw: fc.record({ public: fc.nat({ max: 4 }), private: fc.nat({ max: 4 }) }, { requiredKeys: [] }),
  }),
);

/** Options of `retrieve` that are not refused. */
export const arbitraryRetrieveOptions: fc.Arbitrary<RetrieveOptions> = fc
  .record({
    limit: limits,
    filters: rarely(arbitraryFilters, 2),
    plugins: rarely(plugins, 2),
    postRank: rarely(fc.constantFrom([dropsOdd], [reverses], [reverses, dropsOdd])),
    scoreFloor: rarely(fc.constantFrom(-2, 0, 0.2, 0.33), 2),
    embedderFloor: rarely(fc.constantFrom(-2, 0.15), 2),
    privateQueryVector: rarely(arbitraryQueryVector),
    recency: rarely(fc.constantFrom('none' as const, 'auto' as const, 'prefer-recent' as const), 2),
  })
  .map(({ limit, recency: mode, ...rest }): RetrieveOptions => {
    const options: RetrieveOptions = { ...limit, ...given(rest) };
    if (mode !== undefined && options.plugins?.some(({ name }) => name === 'recency')) {
      options.recency = mode;
      options.asOf = new Date('2021-06-01T00:00:00Z');
    }
    return options;
  });

const VERDICTS: readonly (CeilingVerdict | 'throws' | 'junk')[] = [
  'text',
  'semantic',
  'locator',
  'withheld',
  { exposure: 'semantic', score: 'floor' },
  { exposure: 'text', score: 'floor' },
  'throws',
  'junk',
];

/** A pure ceiling that goes by fragment id alone: some hits in full, some narrowed, some withheld, some in error. */
export const arbitraryCeiling: fc.Arbitrary<Ceiling> = fc
  .array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 7 })
  .map((verdicts) => ({ fragmentId }) => {
    const sum = Array.from(fragmentId).reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);
    const verdict = verdicts[sum % verdicts.length];
    if (verdict === 'throws') throw new Error('the ledger is not there');
    return verdict as CeilingVerdict;
  });

/** Options of `search` that are not refused. */
export const arbitrarySearchOptions: fc.Arbitrary<SearchOptions> = fc
  .record({
    options: arbitraryRetrieveOptions,
    ceiling: rarely(arbitraryCeiling, 2),
    ceilingCovers: rarely(fc.constantFrom('all' as const, 'not-text' as const, 'private' as const), 2),
    privateCounts: rarely(fc.constantFrom('all' as const, 'returned' as const), 2),
    scoreCap: rarely(fc.constantFrom(0.7, 0.5, 0.31)),
  })
  .map(({ options, ...more }): SearchOptions => ({ ...options, ...given(more) }));
