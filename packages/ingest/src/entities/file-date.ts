/**
 * Dates of works, as the day that was written.
 *
 * A timestamp is cut to its date and never moved by a time zone. A date that names no day of the calendar refuses the
 * file (decisions 3.2): a wrong date answers a dated question wrongly.
 */
import { parseDateInterval } from '@archive/contract';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { MetaValue } from '../front-matter/meta-value.ts';

const STAMP = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{1,2}:\d{2}/;
const NAME_DATE = /^(\d{4}-\d{2}-\d{2})(?=[-_. ]|$)/;

/**
 * Reads the date of a work: YYYY, YYYY-MM, YYYY-MM-DD, or a timestamp that begins with a day.
 *
 * @returns undefined when none is stated
 * @throws {FileRefusedError} naming the field when it is no date
 */
export function readDate(value: MetaValue | undefined, field = 'date'): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === '') return undefined;
  const date = text === undefined ? undefined : (STAMP.exec(text)?.[1] ?? text);
  if (date === undefined || date.startsWith('0000') || parseDateInterval(date) === null) {
    throw new FileRefusedError({
      field,
      reason: 'it is no date of the calendar',
      help: 'write YYYY, YYYY-MM or YYYY-MM-DD',
    });
  }
  return date;
}

/** The date at the start of a file name, as weblogs have it; undefined when there is none. */
export function dateOfName(name: string): string | undefined {
  const date = NAME_DATE.exec(name)?.[1];
  return date === undefined || date.startsWith('0000') || parseDateInterval(date) === null ? undefined : date;
}

/** A file name as a title: without its date, dashes and underscores as blanks. */
export function titleOfName(name: string): string {
  const bare = dateOfName(name) === undefined ? name : name.replace(NAME_DATE, '');
  const title = bare.replace(/[-_\s]+/g, ' ').trim();
  return title === '' ? name : title;
}
