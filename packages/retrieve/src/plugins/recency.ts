/**
 * Lifts what is recent, when the caller asks for it or the query asks about the present.
 *
 * Age is counted in whole UTC days from the last day of the date's interval, so that a bare year is fresh while it
 * lasts and an answer does not change within a day (decisions 3.4).
 */
import { parseDateInterval, type Raw } from '@archive/contract';
import { RAW_NAMES } from '../columns/column-values.ts';
import { SearchOptionsError } from '../errors.ts';
import type { RetrievalColumns } from '../index-port.ts';
import type { BoostPlugin, Contributions } from '../plugin.ts';
import { onLayers, type PluginOptions } from './layers.ts';
import { queryIsAboutNow } from './query-is-about-now.ts';

/** What a fresh date adds. */
export const RECENCY_BOOST = 0.1;
/** Age in days up to which a date is fresh. */
export const FRESH_DAYS = 180;
/** Age in days from which a date adds nothing. */
export const STALE_DAYS = 730;

/** Name of the plugin that answers to the `recency` option. */
export const RECENCY_PLUGIN = 'recency';

const DAY_MS = 86_400_000;

/**
 * Makes the recency plugin. It fires as the `recency` option says, and needs `asOf` for any mode but `none`.
 *
 * @param options.layers  default `['public']`
 */
export function recency({ layers = ['public'] }: PluginOptions = {}): BoostPlugin<Date | undefined> {
  const fires = onLayers(layers);
  return {
    name: RECENCY_PLUGIN,
    prepare: (_index, { recency: mode, query, asOf }) => {
      if (mode === 'none') return undefined;
      if (asOf === undefined)
        throw new SearchOptionsError({
          option: 'asOf',
          message: 'recency needs asOf',
          help: 'give the moment that counts as now',
        });
      return mode === 'prefer-recent' || queryIsAboutNow(query) ? asOf : undefined;
    },
    score: (fragment, entity, _context, asOf) =>
      asOf !== undefined && fires(fragment)
        ? RECENCY_BOOST * recencyFactor(fragment.date ?? entity.date, asOf)
        : 0,
    contributions: (columns, _context, asOf) =>
      asOf === undefined ? NONE : freshContributions(columns, asOf, layers),
  };
}

const NONE: Contributions = { positions: new Uint32Array(0), values: new Float64Array(0) };

function freshContributions(
  { dateEnd, raw }: RetrievalColumns,
  asOf: Date,
  layers: readonly Raw[],
): Contributions {
  const fires = RAW_NAMES.map((name) => layers.includes(name));
  const positions = new Uint32Array(dateEnd.length);
  const values = new Float64Array(dateEnd.length);
  let count = 0;
  for (let position = 0; position < dateEnd.length; position++) {
    const end = dateEnd[position] as number;
    if (Number.isNaN(end) || fires[raw[position] as number] === false) continue;
    const boost = RECENCY_BOOST * freshness(end, asOf);
    if (boost === 0) continue;
    positions[count] = position;
    values[count++] = boost;
  }
  return { positions: positions.subarray(0, count), values: values.subarray(0, count) };
}

/**
 * How fresh a date is: 1 up to 180 days of age and in the future, falling in a line to 0 at 730 days; 0 when undated.
 *
 * @param date  YYYY, YYYY-MM or YYYY-MM-DD; anything else counts as undated
 */
export function recencyFactor(date: string | undefined, asOf: Date): number {
  const interval = date === undefined ? null : parseDateInterval(date);
  return interval === null ? 0 : freshness(interval.end, asOf);
}

/** How fresh a last moment is, in UTC milliseconds. */
function freshness(end: number, asOf: Date): number {
  const ageDays = Math.floor(asOf.getTime() / DAY_MS) - Math.floor(end / DAY_MS);
  if (ageDays <= FRESH_DAYS) return 1;
  return Math.max(0, (STALE_DAYS - ageDays) / (STALE_DAYS - FRESH_DAYS));
}
