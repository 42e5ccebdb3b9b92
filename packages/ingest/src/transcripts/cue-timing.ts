/**
 * Reads the line that says from when to when a cue is shown.
 *
 * Hours may be missing and any part may have one digit; a dot or a comma comes before the fraction. Minutes without
 * hours may pass 59, as some recorders write them. What is not certainly a timing is refused, never guessed.
 */
import { refuseLine } from './cue-lines.ts';

const ARROW = '-->';
const CLOCK = /^(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?$/;
const HELP = 'write start --> end with times such as 00:01:02.500, the end not before the start';

/** Start and end in seconds, in whole milliseconds. */
export interface CueTiming {
  startSeconds: number;
  endSeconds: number;
}

/** Says whether a line holds the arrow of a timing; no line of speech may. */
export function isTimingLine(line: string): boolean {
  return line.includes(ARROW);
}

function milliseconds(clock: string): number | undefined {
  const match = CLOCK.exec(clock);
  if (match === null) return undefined;
  const [, hours, minutes = '', seconds = '', fraction = ''] = match;
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return undefined;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/**
 * Reads a timing line; what follows the end time (cue settings) is ignored.
 *
 * @param at  index of the line from 0
 * @throws {FileRefusedError} when a time cannot be read or the end comes before the start
 */
export function parseCueTiming(line: string, at: number): CueTiming {
  const arrow = line.indexOf(ARROW);
  const start = milliseconds(line.slice(0, arrow).trim());
  const end = milliseconds(
    line
      .slice(arrow + ARROW.length)
      .trim()
      .split(/\s/, 1)[0] ?? '',
  );
  if (start === undefined || end === undefined) throw refuseLine(at, 'is no timing that can be read', HELP);
  if (end < start) throw refuseLine(at, 'has its end before its start', HELP);
  return { startSeconds: start / 1000, endSeconds: end / 1000 };
}
