/**
 * When an embargo ends.
 *
 * A date is the start of that day (month, year) in the time zone of the archive, a timestamp with an offset its own
 * instant, one without an offset a wall clock in that zone. Malformed is refused: an embargo that cannot be read holds.
 */
import { parseDateInterval } from '@archive/contract';
import { FileRefusedError } from '../files/file-refused-error.ts';

/** No zone lies farther from UTC, in minutes. */
const MAX_OFFSET = 14 * 60;
/** A year of fewer digits than four that mean something is a slip of the pen, such as 0203 for 2030. */
const FIRST_MOMENT = Date.UTC(1000, 0, 1);

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** The offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    era: 'short',
  }).formatToParts(instant);
  const number = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(
      number('year'),
      number('month') - 1,
      number('day'),
      number('hour'),
      number('minute'),
      number('second'),
    ) -
    Math.floor(instant / 1000) * 1000
  );
}

/** The instant of a wall clock, given as if it were UTC; inside a gap the later side, since an embargo rather holds. */
function instantOf(wallClock: number, timeZone: string): number {
  const first = wallClock - offsetAt(wallClock, timeZone);
  return Math.max(first, wallClock - offsetAt(first, timeZone));
}

function malformed(): never {
  throw new FileRefusedError({
    field: 'embargo',
    reason: 'it is no date',
    help: 'write YYYY-MM-DD or a timestamp with its offset',
  });
}

/**
 * Reads an embargo as the instant at which it ends, in milliseconds since 1970.
 *
 * @param timeZone  an IANA zone, such as `Asia/Tokyo`
 * @throws {FileRefusedError} when it is no date
 */
export function embargoEnd(value: string, timeZone: string): number {
  const text = value.trim();
  const stamp = TIMESTAMP.exec(text);
  if (stamp === null) {
    const interval = parseDateInterval(text);
    return interval === null || interval.start < FIRST_MOMENT
      ? malformed()
      : instantOf(interval.start, timeZone);
  }
  const [, day = '', hour, minute, second, offset] = stamp;
  const interval = parseDateInterval(day);
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  if (interval === null || interval.start < FIRST_MOMENT) malformed();
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) malformed();
  const wallClock = interval.start + seconds * 1000;
  if (offset === undefined) return instantOf(wallClock, timeZone);
  if (/^z$/i.test(offset)) return wallClock;
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  if (minutes > MAX_OFFSET || Number(digits.slice(2)) > 59) malformed();
  return wallClock - sign * minutes * 60_000;
}
