/**
 * A hybrid search written a second time, slowly and plainly: what the staged one must equal, bit for bit.
 *
 * Words are counted in the texts and faces of the fragments themselves; no postings, no bounds, no stages. It trusts its
 * input. Not for serving.
 */
import { type SearchOutcome, SERVED_EXPOSURES } from '@archive/contract';
import { type Entity, type Fragment, isServableGist, type ScoredHit } from '@archive/contract/private';
import { analyzeTerms, containsPhrase, normalizeText } from '@archive/text';
import { canonicalQuery } from './canonical-query.ts';
import { capExposure } from './cap-exposure.ts';
import { askCeiling } from './ceiling.ts';
import { authoredValues } from './face-text.ts';
import { DEFAULT_FUSION, type Fusion } from './fusion.ts';
import type { RetrievalEntry, RetrievalIndex } from './index-port.ts';
import { exactIdentifiers } from './lexical/exact-identifiers.ts';
import { oracleLexicalScores } from './lexical/lexical-oracle.ts';
import { readQuerySyntax } from './lexical/query-syntax.ts';
import type { SearchOptions } from './options.ts';
import {
  boostsOf,
  capped,
  contextOf,
  filterAll,
  isSparedBy,
  oracleSearch,
  plainDefaults,
  similarity,
  twentieth,
  vectorFor,
  withoutTwins,
  workOf,
} from './oracle.ts';
import { recency } from './plugins/recency.ts';
import { project } from './project.ts';

type Served = 'text' | 'semantic' | 'locator';

/** What `searchWithCounts` must yield under `profile: 'hybrid'`. */
export function oracleHybridSearch(
  queryVector: ArrayLike<number> | undefined,
  query: string,
  index: RetrievalIndex,
  options: SearchOptions = {},
): SearchOutcome {
  if (index.lexical === undefined && queryVector !== undefined && options.diversity === undefined)
    return oracleSearch(queryVector, query, index, options);
  const floor = Math.ceil((options.scoreFloor ?? index.floor ?? options.embedderFloor ?? 0.2) * 20 - 1e-9);
  // What is not exposed as text never passes 0.95, so that it stays behind public text with what was literally asked for.
  const most = index.lexical === undefined ? 20_000 : 19;
  const cap = Math.min(Math.floor((options.scoreCap ?? index.scoreCap ?? 1000) * 20 + 1e-9), most);
  const fusion = index.fusion ?? DEFAULT_FUSION;
  const { phrases, beginnings, plain } =
    index.lexical === undefined ? { phrases: [], beginnings: [], plain: query } : readQuerySyntax(query);
  const context = contextOf(plain, options);
  const defaults = context.recency === 'none' ? plainDefaults(index) : [...plainDefaults(index), recency()];
  const plugins = options.plugins ?? defaults;
  const { passed, undated } = filterAll(index, { exposure: [...SERVED_EXPOSURES], ...options.filters });
  const shareOf = index.lexical === undefined ? () => 0 : sharesOf(plain, beginnings, index);
  /** Whether every demanded phrase stands in one of the strings that a hit shows. */
  const holds = (fragment: Fragment, most: Served): boolean =>
    phrases.every((phrase) =>
      shownStrings(fragment, workOf(index, fragment), most).some((shown) => containsPhrase(shown, phrase)),
    );
  /** What was literally asked for, by name. */
  const literalsOf = (fragment: Fragment): string[] => [
    ...(phrases.length > 0 ? ['phrase'] : []),
    ...(index.lexical !== undefined && statesIdentifier(fragment, workOf(index, fragment), plain)
      ? ['identifier']
      : []),
  ];
  const allowed = (hit: ScoredHit) =>
    options.ceiling === undefined ? undefined : askCeiling(project(hit), options.ceiling);
  const scaled = index.lexical === undefined ? (sum: number) => sum : belowOne;
  const mostOf = new Map<string, Served>();

  const ceilinged = (hit: ScoredHit, rescored: (most: Served) => number | undefined): ScoredHit[] => {
    const isText = hit.fragment.disclosure.exposure === 'text';
    if (options.ceiling === undefined || isSparedBy(options, hit.fragment.disclosure)) return [hit];
    const verdict = allowed(hit);
    if (verdict === undefined) return [];
    mostOf.set(hit.fragment.id, verdict.exposure);
    if (isText && verdict.exposure === 'text') return [hit];
    if (phrases.length > 0 && (isText || !holds(hit.fragment, verdict.exposure))) return [];
    const found = rescored(verdict.exposure);
    if (found === undefined || found < floor) return [];
    const twentieths = verdict.atFloor ? floor : Math.min(found, cap);
    if (twentieths < floor) return [];
    const { fragment, entity } = hit;
    const cosine = twentieth(Math.round(hit.cosine * 20));
    return [{ fragment, entity, cosine, score: twentieth(twentieths), breakdown: {} }];
  };

  let ranked = passed.flatMap((entry): ScoredHit[] => {
    const { fragment } = entry;
    const entity = workOf(index, fragment);
    const cosine =
      queryVector === undefined ? 0 : similarity(index, entry, vectorFor(fragment, queryVector, options));
    const boosts = boostsOf(index, fragment, entity, context, plugins);
    const literals = literalsOf(fragment);
    if (!holds(fragment, fragment.disclosure.exposure as Served)) return [];
    if (fragment.disclosure.exposure === 'text') {
      const share = shareOf(fragment.id, true);
      const wordless = boosts.reduce((sum, [, boost]) => sum + boost, cosine);
      // Few words alone find nothing.
      const part = wordless < 0.2 && share < 0.1 ? 0 : curve(fusion, share);
      // What was literally asked for outweighs whatever cosine and words can be.
      const literal = 1 + curve(fusion, 1);
      const sum = literals.reduce((before) => before + literal, wordless + part);
      const score = scaled(sum);
      const breakdown = {
        ...(queryVector === undefined ? {} : { cosine }),
        ...(part === 0 ? {} : { lexical: part }),
        ...Object.fromEntries(boosts),
        ...Object.fromEntries(literals.map((name) => [name, literal])),
        ...(score === sum ? {} : { scale: score - sum }),
      };
      if (score < floor / 20) return [];
      return ceilinged({ fragment, entity, cosine, score, breakdown }, () =>
        Math.round(scaled(wordless) * 20),
      );
    }
    const coarse = new Set(plugins.filter((plugin) => plugin.coarse === true).map(({ name }) => name));
    const coarsely = boosts
      .filter(([name, boost]) => coarse.has(name) && Math.abs(boost * 20 - Math.round(boost * 20)) < 1e-9)
      .reduce((total, [, boost]) => total + Math.round(boost * 20), Math.round(cosine * 20));
    const isFound = Math.min(coarsely, cap) >= floor;
    const scored = (share: number): number | undefined => {
      if (!isFound && share < 0.5 && literals.length === 0) return undefined;
      const steps = Math.round(6 * share);
      const answered = (isFound ? coarsely : floor) + steps;
      const score = Math.min(literals.length > 0 ? 19 : answered, cap);
      return score < floor ? undefined : score;
    };
    const showsGist = fragment.disclosure.exposure === 'semantic';
    const mayNarrow = options.ceiling !== undefined && !isSparedBy(options, fragment.disclosure);
    const asPlace = mayNarrow ? scored(shareOf(fragment.id, false)) : undefined;
    const score = scored(shareOf(fragment.id, showsGist)) ?? asPlace;
    if (score === undefined) return [];
    return ceilinged(
      {
        fragment,
        entity,
        cosine: isFound ? twentieth(Math.round(cosine * 20)) : 0,
        score: twentieth(score),
        breakdown: {},
      },
      (most) => scored(shareOf(fragment.id, showsGist && most !== 'locator')),
    );
  });
  ranked = withoutTwins(index, ranked).sort(byReleasedScore);
  for (const pass of options.postRank ?? []) ranked = [...pass.apply(ranked, context)];
  const returned = diverse(ranked, options);
  const hidesOthers = options.privateCounts === 'returned';
  const isAbsent = ({ fragment }: RetrievalEntry): boolean => {
    if (options.ceiling === undefined) return false;
    if (isSparedBy(options, fragment.disclosure)) return false;
    const entity = workOf(index, fragment);
    const verdict = allowed({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
    if (verdict === undefined || phrases.length === 0) return verdict === undefined;
    if (fragment.disclosure.exposure === 'text') return verdict.exposure !== 'text';
    return !holds(fragment, verdict.exposure);
  };
  return {
    hits: returned.map((hit) => capExposure(project(hit), mostOf.get(hit.fragment.id) ?? 'text')),
    matched: ranked.filter(
      (hit) => !hidesOthers || hit.fragment.disclosure.raw === 'public' || returned.includes(hit),
    ).length,
    excludedUndated: undated.filter(
      (entry) =>
        holds(entry.fragment, entry.fragment.disclosure.exposure as Served) &&
        !isAbsent(entry) &&
        !(hidesOthers && entry.fragment.disclosure.raw === 'private'),
    ).length,
  };
}

/** By fragment id: the share of the question answered by its text, or by its face with or without the gist. */
function sharesOf(
  plain: string,
  beginnings: readonly string[],
  index: RetrievalIndex,
): (id: string, showsGist: boolean) => number {
  const asked = oracleLexicalScores(plain, index, beginnings);
  const canonical = oracleLexicalScores(canonicalQuery(plain), index);
  const entries = [...index.entries];
  return (id, showsGist) => {
    const position = entries.findIndex(({ fragment }) => fragment.id === id);
    const isText = entries[position]?.fragment.disclosure.exposure === 'text';
    const { positions, values, withoutGist, attainable } = isText ? asked : canonical;
    const at = positions.indexOf(position);
    return at < 0 ? 0 : ((showsGist ? values : withoutGist)[at] as number) / attainable;
  };
}

/** What a hit shows to words, as separate strings. */
function shownStrings(fragment: Fragment, entity: Entity, most: Served): string[] {
  const { exposure } = fragment.disclosure;
  const people = [...entity.attribution, ...(fragment.attribution ?? [])];
  return [
    entity.title,
    ...people.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name),
    ...fragment.locator.flatMap(authoredValues),
    ...(exposure === 'text' ? [fragment.text, fragment.summary ?? ''] : []),
    ...(exposure === 'semantic' && most !== 'locator' && isServableGist(fragment, entity)
      ? [fragment.projection.gist]
      : []),
  ];
}

/** Whether what every hit of a fragment shows states an identifier that is asked for, letter by letter. */
function statesIdentifier(fragment: Fragment, entity: Entity, plain: string): boolean {
  const isText = fragment.disclosure.exposure === 'text';
  const asked = exactOf(isText ? plain : canonicalQuery(plain));
  const stated = [
    ...shownStrings(fragment, entity, 'locator'),
    ...entity.identifiers.filter(({ scheme }) => scheme !== 'url').map(({ value }) => value),
    ...(isText ? fragment.locator.flatMap(({ value, end }) => [value, end ?? '']) : []),
  ];
  const terms = stated.flatMap((text) => analyzeTerms(text).terms);
  return terms.some(({ kind, written }) => kind === 'identifier' && asked.includes(written));
}

function exactOf(query: string): string[] {
  const identifiers = analyzeTerms(query).terms.filter(({ kind }) => kind === 'identifier');
  return exactIdentifiers(normalizeText(query), identifiers)
    .filter(({ isExact }) => isExact)
    .map(({ written }) => written);
}

function curve({ knots }: Fusion, share: number): number {
  const points: (readonly [number, number])[] = [[0, 0], ...knots];
  const next = points.findIndex(([at]) => share <= at);
  if (next === 0) return 0;
  if (next < 0) return (points.at(-1) as readonly [number, number])[1];
  const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]] as [[number, number], [number, number]];
  return y0 + ((y1 - y0) * (share - x0)) / (x1 - x0);
}

/** Brings a sum to the scale of scores: above 0.8 what is left to 1 shrinks as the sum grows. */
function belowOne(sum: number): number {
  const room = 1 - 0.8;
  return sum <= 0.8 ? sum : Math.max(0.8, 1 - (room * room) / (room + (sum - 0.8)));
}

function byReleasedScore(a: ScoredHit, b: ScoredHit): number {
  if (a.score !== b.score) return b.score - a.score;
  const [rawA, rawB] = [a.fragment.disclosure.raw, b.fragment.disclosure.raw];
  if (rawA !== rawB) return rawA === 'public' ? -1 : 1;
  return a.fragment.id < b.fragment.id ? -1 : 1;
}

/** The caps, with passages of a public work beyond the first few taken last. */
function diverse(ranked: readonly ScoredHit[], options: SearchOptions): ScoredHit[] {
  const { diversity } = options;
  if (diversity === undefined) return capped(ranked, options);
  const isPublic = (hit: ScoredHit): boolean => hit.fragment.disclosure.raw === 'public';
  const most = options.limit ?? options.limitPerRaw?.public ?? 8;
  const pool = ranked.filter(isPublic).slice(0, Math.max(200, most));
  const isLate = (hit: ScoredHit, at: number): boolean =>
    isPublic(hit) &&
    ranked.slice(0, at).filter(({ entity }) => entity.id === hit.entity.id).length >= diversity.perWork;
  const isLookedAt = (hit: ScoredHit): boolean => !isPublic(hit) || pool.includes(hit);
  const early = ranked.filter((hit, at) => isLookedAt(hit) && !isLate(hit, at));
  const late = ranked.filter((hit, at) => isLookedAt(hit) && isLate(hit, at));
  const chosen = capped([...early, ...late], options);
  return ranked.filter((hit) => chosen.includes(hit));
}
