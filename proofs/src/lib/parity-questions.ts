/**
 * Makes search requests out of what an archive serves: questions of its words, and every filter, in fitting and in
 * absurd combinations.
 */
import type { SearchRequest } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import type { Random } from './seeded-random.ts';

/** Draws requests. The same seed and archive give the same requests. */
export function drawRequests(random: Random, index: ServedIndex, count: number): SearchRequest[] {
  const entities = [...index.entities.values()];
  const words = new Set<string>();
  const names = new Set<string>(['Nobody At All']);
  for (const { fragment } of index.entries) {
    for (const word of fragment.text.match(/\p{L}{4,}/gu) ?? []) words.add(word);
    for (const { name } of fragment.attribution ?? []) names.add(name);
  }
  for (const { title, attribution } of entities) {
    for (const word of title.match(/\p{L}+/gu) ?? []) words.add(word);
    for (const { name } of attribution) names.add(name);
  }
  const pool = [...words].sort();
  const people = [...names].sort();
  const types = [...new Set(entities.map(({ type }) => type)), 'nothing'].sort();
  const years = ['1890', '1957-03', '1999', '2015-06-30', '2020', '2024-02-29'];
  const filters = (): NonNullable<SearchRequest['filters']> => {
    const [from = '', to = ''] = random.sample(years, 2).sort();
    return {
      ...(random.chance(0.25) ? { type: random.sample(types, random.between(1, 3)) } : {}),
      ...(random.chance(0.25) ? { dateFrom: from } : {}),
      ...(random.chance(0.25) ? { dateTo: to } : {}),
      ...(random.chance(0.3) ? { undated: random.pick(['include', 'exclude'] as const) } : {}),
      ...(random.chance(0.15) ? { creator: random.pick(people) } : {}),
      ...(random.chance(0.15) ? { speaker: random.pick(people) } : {}),
      ...(random.chance(0.3)
        ? { exposure: random.sample(['text', 'semantic', 'locator'] as const, random.between(1, 3)) }
        : {}),
      ...(random.chance(0.3) ? { raw: random.pick(['public', 'private'] as const) } : {}),
    };
  };
  return Array.from({ length: count }, () => {
    const narrowed = random.chance(0.7) ? filters() : {};
    return {
      q: random.chance(0.05)
        ? random.sample(pool, 60).join(' ').slice(0, 500)
        : random.sample(pool, random.between(1, 6)).join(' '),
      ...(random.chance(0.7) ? { limit: random.between(1, 20) } : {}),
      ...(random.chance(0.3) ? { recency: random.pick(['none', 'prefer-recent', 'auto'] as const) } : {}),
      ...(Object.keys(narrowed).length === 0 ? {} : { filters: narrowed }),
    };
  });
}
