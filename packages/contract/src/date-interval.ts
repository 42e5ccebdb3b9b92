/**
 * Dates as intervals at the precision they state, in UTC.
 *
 * `2019` is the whole year, `2019-03` the month, `2019-03-14` the day. Nothing is guessed: any other form, and any
 * day the calendar does not have, is no interval. Never depends on the time zone or locale of the machine.
 */

/** A closed interval of instants, in milliseconds since 1970-01-01T00:00:00Z. */
export interface DateInterval {
  /** First millisecond. */
  start: number;
  /** Last millisecond, inclusive. */
  end: number;
}

const FORM = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

function startOf(year: number, monthIndex: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, day);
  return date.getTime();
}

/**
 * Reads YYYY, YYYY-MM or YYYY-MM-DD (surrounding white space allowed) as the interval it denotes.
 *
 * @returns the interval, or null when the string has another form or names a day that does not exist
 */
export function parseDateInterval(date: string): DateInterval | null {
  const match = FORM.exec(date.trim());
  if (match === null) return null;
  const year = Number(match[1]);
  if (match[2] === undefined) return { start: startOf(year, 0, 1), end: startOf(year + 1, 0, 1) - 1 };
  const month = Number(match[2]);
  if (month < 1 || month > 12) return null;
  if (match[3] === undefined)
    return {
      start: startOf(year, month - 1, 1),
      end: startOf(year, month, 1) - 1,
    };
  const day = Number(match[3]);
  const lastDay = new Date(startOf(year, month, 0)).getUTCDate();
  if (day < 1 || day > lastDay) return null;
  return {
    start: startOf(year, month - 1, day),
    end: startOf(year, month - 1, day + 1) - 1,
  };
}

/** Says whether two closed intervals share an instant. */
export function intervalsIntersect(a: DateInterval, b: DateInterval): boolean {
  return a.start <= b.end && b.start <= a.end;
}
