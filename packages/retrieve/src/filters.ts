/**
 * Which fragments may be candidates: decided before anything is scored, and never by a score.
 *
 * Filters are read in one order (type, raw, exposure, creator, speaker, date), the date last, so that `undated` means
 * "would have passed but for its missing date" (decisions 3.2).
 */
import {
  type DateInterval,
  intervalsIntersect,
  parseDateInterval,
  type SearchFilters,
  SERVED_EXPOSURES,
} from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { matchesName } from '@archive/text';
import { SearchOptionsError } from './errors.ts';

/** What a filter says of a fragment: in, out, or out only because it carries no date. */
export type FilterVerdict = 'pass' | 'fail' | 'undated';

/** A compiled set of filters. Keeps what it learns of names and dates, so make one for each query. */
export type FragmentFilter = (fragment: Fragment, entity: Entity) => FilterVerdict;

/**
 * Compiles filters; all that are given must hold, and an empty list holds for nothing.
 *
 * @throws {SearchOptionsError} when a bound is no date or the bounds are reversed, or when a closed set is given a
 *   stranger, `none` among the exposures included; the message names the field, not the value
 */
export function compileFilters(filters: SearchFilters = {}): FragmentFilter {
  const { type, raw, exposure, creator, speaker, dates } = readFilters(filters);
  const dateVerdict = compileDates(dates);
  const answersCreator = creator === undefined ? undefined : nameTest(creator);
  const answersSpeaker = speaker === undefined ? undefined : nameTest(speaker);
  const types = type === undefined ? undefined : new Set(type);
  const levels = exposure === undefined ? undefined : new Set<string>(exposure);

  return (fragment, entity) => {
    if (types !== undefined && !types.has(entity.type)) return 'fail';
    if (raw !== undefined && fragment.disclosure.raw !== raw) return 'fail';
    if (levels !== undefined && !levels.has(fragment.disclosure.exposure)) return 'fail';
    if (answersCreator !== undefined && !answersCreator(entity.attribution)) return 'fail';
    if (answersSpeaker !== undefined && !answersSpeaker(fragment.attribution)) return 'fail';
    return dateVerdict(fragment.date ?? entity.date);
  };
}

/** Tests whether any person of a list answers to a name; placeholders are no persons (decisions 3.3). */
function nameTest(wanted: string): (people: Entity['attribution'] | undefined) => boolean {
  const answers = remembered((name: string) => matchesName(name, wanted));
  return (people) =>
    people?.some(({ name, placeholder }) => placeholder === undefined && answers(name)) ?? false;
}

/** Filters that have been checked. */
export interface ReadFilters
  extends Pick<SearchFilters, 'type' | 'raw' | 'exposure' | 'creator' | 'speaker'> {
  /** Absent when no bound is given. */
  readonly dates?: DateFilter;
}

/** A window of time, and what becomes of a fragment that carries no date. */
export interface DateFilter {
  /** In UTC milliseconds, both ends inclusive; infinite where there is no bound. */
  readonly window: DateInterval;
  readonly undated: 'pass' | 'undated';
}

/**
 * Checks filters.
 *
 * @throws {SearchOptionsError} as {@link compileFilters} does
 */
export function readFilters(filters: SearchFilters = {}): ReadFilters {
  const { raw, exposure, dateFrom, dateTo, undated = 'exclude' } = filters;
  if (raw !== undefined && raw !== 'public' && raw !== 'private')
    throw refusal('raw', 'is neither public nor private');
  if (exposure?.some((level) => !SERVED_EXPOSURES.includes(level)))
    throw refusal('exposure', 'names a level that cannot be searched');
  if (undated !== 'include' && undated !== 'exclude')
    throw refusal('undated', 'is neither include nor exclude');
  if (dateFrom === undefined && dateTo === undefined) return filters;
  const window: DateInterval = {
    start: dateFrom === undefined ? Number.NEGATIVE_INFINITY : bound('dateFrom', dateFrom).start,
    end: dateTo === undefined ? Number.POSITIVE_INFINITY : bound('dateTo', dateTo).end,
  };
  if (window.end < window.start) throw refusal('dateTo', 'ends before filters.dateFrom begins');
  return { ...filters, dates: { window, undated: undated === 'include' ? 'pass' : 'undated' } };
}

function compileDates(dates: DateFilter | undefined): (date: string | undefined) => FilterVerdict {
  if (dates === undefined) return () => 'pass';
  const { window, undated: without } = dates;
  const verdictOn = remembered((date: string): FilterVerdict => {
    const interval = parseDateInterval(date);
    if (interval === null) return without;
    return intervalsIntersect(interval, window) ? 'pass' : 'fail';
  });
  return (date) => (date === undefined ? without : verdictOn(date));
}

function bound(field: 'dateFrom' | 'dateTo', date: string): DateInterval {
  const interval = parseDateInterval(date);
  if (interval === null)
    throw refusal(field, 'is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD that the calendar has');
  return interval;
}

function remembered<Result>(decide: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const found = results.get(key);
    if (found !== undefined) return found;
    const result = decide(key);
    results.set(key, result);
    return result;
  };
}

function refusal(field: string, message: string): SearchOptionsError {
  return new SearchOptionsError({
    option: `filters.${field}`,
    message: `filters.${field} ${message}`,
    help: 'correct the filter or leave it out',
  });
}
