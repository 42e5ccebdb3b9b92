/**
 * Seconds of a recording as a clock reading.
 */
import { LocatorError } from './errors.ts';

/** The one accepted form of a timecode value: decimal seconds, no sign, no exponent. */
export const TIMECODE_FORM = /^\d+(\.\d+)?$/;

/**
 * Renders decimal seconds as `m:ss`, or `h:mm:ss` from one hour up; fractions are dropped.
 *
 * @param seconds  digits with an optional fraction, as a locator states them
 * @throws {LocatorError} when the string has another form; the message does not repeat it
 */
export function formatTimecode(seconds: string): string {
  if (!TIMECODE_FORM.test(seconds)) {
    throw new LocatorError({
      message: 'a timecode is not decimal seconds',
      help: 'write seconds as digits with an optional fraction, such as 750 or 750.5',
    });
  }
  const total = Math.floor(Number(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}
