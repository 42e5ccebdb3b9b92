/**
 * Retrieval written a second time, slowly and plainly: what every fast path must equal, bit for bit.
 *
 * Nothing is remembered, prepared in bulk or cut early, and nothing is shared with the fast path but the contract, the
 * text rules and the crossing. It trusts its input: it checks no option and no vector. Not for serving.
 */
import {
  parseDateInterval,
  type SearchFilters,
  type SearchOutcome,
  SERVED_EXPOSURES,
} from '@archive/contract';
import type { Entity, Fragment, ScoredHit } from '@archive/contract/private';
import { containsPhrase, foldForSearch, matchesName } from '@archive/text';
import { capExposure } from './cap-exposure.ts';
import { askCeiling } from './ceiling.ts';
import { faceText } from './face-text.ts';
import type { RetrievalEntry, RetrievalIndex } from './index-port.ts';
import type { RetrieveOptions, SearchOptions } from './options.ts';
import type { BoostPlugin, QueryContext } from './plugin.ts';
import { isDistinctive, slugPhrase } from './plugins/exact-match.ts';
import { recency } from './plugins/recency.ts';
import { project } from './project.ts';
import type { RetrieveOutcome } from './retrieve.ts';

/** What `retrieveWithCounts` must yield. */
export function oracleRetrieve(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: RetrieveOptions = {},
): RetrieveOutcome {
  const floor = options.scoreFloor ?? index.floor ?? options.embedderFloor ?? 0.2;
  const context = contextOf(query, options);
  const plugins = options.plugins ?? plainDefaults(index);
  const { passed, undated } = filterAll(index, options.filters ?? {});
  const hits = passed.map((entry): ScoredHit => {
    const { fragment } = entry;
    const entity = workOf(index, fragment);
    const cosine = similarity(index, entry, vectorFor(fragment, queryVector, options));
    const breakdown: Record<string, number> = { cosine };
    for (const [name, boost] of boostsOf(index, fragment, entity, context, plugins)) breakdown[name] = boost;
    return {
      fragment,
      entity,
      cosine,
      score: Object.values(breakdown).reduce((sum, part) => sum + part),
      breakdown,
    };
  });
  let ranked = withoutTwins(
    index,
    hits.filter(({ score }) => score >= floor),
  );
  ranked.sort((a, b) => b.score - a.score || (a.fragment.id < b.fragment.id ? -1 : 1));
  for (const pass of options.postRank ?? []) ranked = [...pass.apply(ranked, context)];
  return { hits: capped(ranked, options), matched: ranked.length, excludedUndated: undated.length };
}

/** What `searchWithCounts` must yield. */
export function oracleSearch(
  queryVector: ArrayLike<number>,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions = {},
): SearchOutcome {
  const floor =
    Math.ceil((options.scoreFloor ?? index.floor ?? options.embedderFloor ?? 0.2) * 20 - 1e-9) / 20;
  const cap = Math.floor((options.scoreCap ?? index.scoreCap ?? 1000) * 20 + 1e-9);
  const context = contextOf(query, options);
  const withRecency =
    context.recency === 'none' ? plainDefaults(index) : [...plainDefaults(index), recency()];
  const plugins = options.plugins ?? withRecency;
  const { passed, undated } = filterAll(index, { exposure: [...SERVED_EXPOSURES], ...options.filters });
  const allowance = (hit: ScoredHit) =>
    options.ceiling === undefined ? undefined : askCeiling(project(hit), options.ceiling);
  const isSpared = ({ disclosure }: Fragment): boolean => isSparedBy(options, disclosure);
  const mostOf = new Map<string, 'text' | 'semantic' | 'locator'>();

  let ranked = passed.flatMap((entry): ScoredHit[] => {
    const { fragment } = entry;
    const entity = workOf(index, fragment);
    const exact = similarity(index, entry, vectorFor(fragment, queryVector, options));
    const boosts = boostsOf(index, fragment, entity, context, plugins);
    let hit: ScoredHit;
    if (fragment.disclosure.exposure === 'text') {
      const breakdown = { cosine: exact, ...Object.fromEntries(boosts) };
      hit = {
        fragment,
        entity,
        cosine: exact,
        score: Object.values(breakdown).reduce((sum, part) => sum + part),
        breakdown,
      };
    } else {
      const coarse = new Set(plugins.filter((plugin) => plugin.coarse === true).map(({ name }) => name));
      const twentieths = boosts.filter(
        ([name, boost]) => coarse.has(name) && Math.abs(boost * 20 - Math.round(boost * 20)) < 1e-9,
      );
      const sum = twentieths.reduce(
        (total, [, boost]) => total + Math.round(boost * 20),
        Math.round(exact * 20),
      );
      hit = {
        fragment,
        entity,
        cosine: twentieth(Math.round(exact * 20)),
        score: twentieth(Math.min(sum, cap)),
        breakdown: {},
      };
    }
    if (hit.score < floor) return [];
    if (options.ceiling === undefined || isSpared(fragment)) return [hit];
    const allowed = allowance(hit);
    if (allowed === undefined) return [];
    mostOf.set(fragment.id, allowed.exposure);
    if (allowed.exposure === 'text' && fragment.disclosure.exposure === 'text') return [hit];
    const score = allowed.atFloor ? floor : twentieth(Math.min(Math.round(hit.score * 20), cap));
    return score < floor
      ? []
      : [{ fragment, entity, cosine: twentieth(Math.round(hit.cosine * 20)), score, breakdown: {} }];
  });
  ranked = withoutTwins(index, ranked);
  ranked.sort((a, b) => {
    if (a.score !== b.score) return b.score - a.score;
    const [rawA, rawB] = [a.fragment.disclosure.raw, b.fragment.disclosure.raw];
    if (rawA !== rawB) return rawA === 'public' ? -1 : 1;
    return a.fragment.id < b.fragment.id ? -1 : 1;
  });
  for (const pass of options.postRank ?? []) ranked = [...pass.apply(ranked, context)];
  const absent = ({ fragment }: RetrievalEntry): boolean =>
    options.ceiling !== undefined &&
    !isSpared(fragment) &&
    allowance({ fragment, entity: workOf(index, fragment), cosine: 0, score: 0, breakdown: {} }) ===
      undefined;
  const returned = capped(ranked, options);
  const hidesOthers = options.privateCounts === 'returned';
  return {
    hits: returned.map((hit) => capExposure(project(hit), mostOf.get(hit.fragment.id) ?? 'text')),
    matched: ranked.filter(
      (hit) => !hidesOthers || hit.fragment.disclosure.raw === 'public' || returned.includes(hit),
    ).length,
    excludedUndated: undated.filter(
      (entry) => !absent(entry) && !(hidesOthers && entry.fragment.disclosure.raw === 'private'),
    ).length,
  };
}

/** Whether the ceiling is not to be asked. */
export function isSparedBy(
  { ceilingCovers }: SearchOptions,
  { raw, exposure }: { raw: string; exposure: string },
): boolean {
  if (ceilingCovers === 'private') return raw === 'public';
  return ceilingCovers === 'not-text' && exposure === 'text';
}

export function twentieth(count: number): number {
  return Number((count / 20).toFixed(2)) + 0;
}

export function contextOf(query: string, { recency = 'none', asOf }: RetrieveOptions): QueryContext {
  return asOf === undefined
    ? { query, normalized: foldForSearch(query), recency }
    : { query, normalized: foldForSearch(query), recency, asOf };
}

export function workOf({ entities }: RetrievalIndex, { entityId }: Fragment): Entity {
  return entities.get(entityId) as Entity;
}

export function vectorFor(
  { disclosure }: Fragment,
  queryVector: ArrayLike<number>,
  { privateQueryVector }: RetrieveOptions,
): ArrayLike<number> {
  return disclosure.exposure === 'text' ? queryVector : (privateQueryVector ?? queryVector);
}

export function similarity(
  { codes }: RetrievalIndex,
  { vector, bits }: RetrievalEntry,
  query: ArrayLike<number>,
): number {
  if (vector !== undefined)
    return dot(vector, query) / Math.sqrt(dot(vector, vector)) / Math.sqrt(dot(query, query));
  if (bits === undefined || codes === undefined) return Number.NaN;
  const coded = codes.encodeQuery(query);
  const norm = Math.sqrt(dot(coded, coded));
  if (norm === 0) return codes.line.c;
  const signs = Array.from({ length: codes.bits }, (_, i) =>
    ((bits[Math.floor(i / 8)] as number) & (2 ** (i % 8))) === 0 ? -1 : 1,
  );
  return (
    codes.line.a * (dot(signs, coded) * (Math.sqrt(Math.PI / 2) / (norm * Math.sqrt(codes.bits)))) +
    codes.line.c
  );
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

export function filterAll(
  index: RetrievalIndex,
  filters: SearchFilters,
): { passed: RetrievalEntry[]; undated: RetrievalEntry[] } {
  const { type, raw, exposure, creator, speaker, dateFrom, dateTo, undated = 'exclude' } = filters;
  const named = (people: Entity['attribution'] | undefined, wanted: string): boolean =>
    (people ?? [])
      .filter(({ placeholder }) => placeholder === undefined)
      .some(({ name }) => matchesName(name, wanted));
  const others = [...index.entries].filter(({ fragment }) => {
    const entity = workOf(index, fragment);
    return (
      (type === undefined || type.includes(entity.type)) &&
      (raw === undefined || raw === fragment.disclosure.raw) &&
      (exposure === undefined || (exposure as string[]).includes(fragment.disclosure.exposure)) &&
      (creator === undefined || named(entity.attribution, creator)) &&
      (speaker === undefined || named(fragment.attribution, speaker))
    );
  });
  if (dateFrom === undefined && dateTo === undefined) return { passed: others, undated: [] };
  const intervalOf = ({ fragment }: RetrievalEntry) =>
    parseDateInterval(fragment.date ?? workOf(index, fragment).date ?? '');
  const from =
    dateFrom === undefined ? Number.NEGATIVE_INFINITY : (parseDateInterval(dateFrom)?.start as number);
  const to = dateTo === undefined ? Number.POSITIVE_INFINITY : (parseDateInterval(dateTo)?.end as number);
  const undatedOnes = others.filter((entry) => intervalOf(entry) === null);
  const dated = others.filter((entry) => {
    const interval = intervalOf(entry);
    return interval === null ? undated === 'include' : interval.end >= from && interval.start <= to;
  });
  return { passed: dated, undated: undated === 'include' ? [] : undatedOnes };
}

export function boostsOf(
  index: RetrievalIndex,
  fragment: Fragment,
  entity: Entity,
  context: QueryContext,
  plugins: readonly BoostPlugin[],
): [string, number][] {
  return plugins
    .map((plugin): [string, number] => [
      plugin.name,
      plugin.score(fragment, entity, context, plugin.prepare?.(index, context)),
    ])
    .filter(([, boost]) => boost !== 0);
}

/** Exact match and theme on public fragments, from their definitions. */
export function plainDefaults(index: RetrievalIndex): BoostPlugin[] {
  const common = commonThemes(index);
  return [
    {
      name: 'exactMatch',
      coarse: true,
      score: ({ disclosure }, { id, title }, { query }) => {
        const called = [title, slugPhrase(id)].some(
          (phrase) => isDistinctive(phrase) && containsPhrase(query, phrase),
        );
        return disclosure.raw === 'public' && called ? 0.3 : 0;
      },
    },
    {
      name: 'theme',
      score: (fragment, entity, { query }) => {
        const named = (fragment.themes ?? entity.themes ?? []).filter((theme) =>
          containsPhrase(query, foldForSearch(theme)),
        );
        return fragment.disclosure.raw === 'public' &&
          named.some((theme) => !common.has(foldForSearch(theme)))
          ? 0.15
          : 0;
      },
    },
  ];
}

/** The themes on too many public works that have a served fragment; only those of works and passages shown as text count. */
function commonThemes({ entries, entities }: RetrievalIndex): ReadonlySet<string> {
  const served = [...entries]
    .map(({ fragment }) => fragment)
    .filter(({ disclosure }) => disclosure.raw === 'public' && disclosure.exposure !== 'none');
  const shown = served.filter(({ disclosure }) => disclosure.exposure === 'text');
  const pairs = shown.flatMap(({ entityId, themes = [] }) =>
    [...(entities.get(entityId)?.themes ?? []), ...themes].map((theme) =>
      JSON.stringify([foldForSearch(theme), entityId]),
    ),
  );
  const frequency = new Map<string, number>();
  for (const pair of new Set(pairs)) {
    const [theme] = JSON.parse(pair) as [string, string];
    frequency.set(theme, (frequency.get(theme) ?? 0) + 1);
  }
  const works = new Set(served.map(({ entityId }) => entityId)).size;
  return new Set(
    [...frequency]
      .filter(([, count]) => count > Math.max(4, Math.ceil(0.05 * works)))
      .map(([theme]) => theme),
  );
}

/** Of hits that look the same from outside, the one with the lowest id. */
export function withoutTwins(index: RetrievalIndex, hits: readonly ScoredHit[]): ScoredHit[] {
  const embedsOf = (id: string) => [...index.entries].find(({ fragment }) => fragment.id === id)?.embeds;
  const areTwins = (a: ScoredHit, b: ScoredHit): boolean =>
    a.entity.id === b.entity.id &&
    a.fragment.disclosure.exposure === b.fragment.disclosure.exposure &&
    a.fragment.disclosure.exposure !== 'text' &&
    embedsOf(a.fragment.id) === 'face' &&
    embedsOf(b.fragment.id) === 'face' &&
    faceText(a.entity, a.fragment) === faceText(b.entity, b.fragment);
  return hits.filter(
    (hit) => !hits.some((other) => other.fragment.id < hit.fragment.id && areTwins(other, hit)),
  );
}

export function capped(ranked: readonly ScoredHit[], { limit, limitPerRaw }: RetrieveOptions): ScoredHit[] {
  if (limit !== undefined) return ranked.slice(0, limit);
  return ranked.filter((hit, at) => {
    const { raw } = hit.fragment.disclosure;
    const before = ranked.slice(0, at).filter(({ fragment }) => fragment.disclosure.raw === raw).length;
    return before < (limitPerRaw?.[raw] ?? 8);
  });
}
