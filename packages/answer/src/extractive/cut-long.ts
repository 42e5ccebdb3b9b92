/**
 * Cuts what is too long for one sentence: speech without stops, Thai, a list in one breath.
 *
 * A cut is looked for in the second half of the window: after a clause, else a comma, else at white space, else between two
 * characters as a reader counts them. Scripts of South East Asia put a space where others put a stop, so there the window is
 * that of a sentence and not that of a paragraph.
 */
import { codePointLength, truncateCodePoints } from '@archive/text';

/** Longest sentence, in UTF-16 units. */
const SENTENCE_MAX_UNITS = 600;
/** Longest stretch of a script that puts a space between sentences. */
const SPACE_STOPPED_MAX_UNITS = 200;

/** The pieces of a range, in order, without a gap. */
export function cutLong(text: string, from: number, to: number): { from: number; to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  let start = from;
  while (to - start > SPACE_STOPPED_MAX_UNITS) {
    const isSpaceStopped = SPACE_STOPPED.test(text.slice(start, start + SPACE_STOPPED_MAX_UNITS));
    const max = isSpaceStopped ? SPACE_STOPPED_MAX_UNITS : SENTENCE_MAX_UNITS;
    if (to - start <= max) break;
    const end = start + cutOf(text.slice(start, Math.min(to, start + max + AHEAD_UNITS)), max);
    pieces.push({ from: start, to: end });
    start = end;
  }
  if (start < to) pieces.push({ from: start, to });
  return pieces;
}

/** How many units of a window make the next piece; above 0 and at most `max`, but for a character that is longer itself. */
function cutOf(window: string, max: number): number {
  const within = window.slice(0, max);
  for (const place of PLACES) {
    const end = lastEnd(within, place, max >> 1);
    if (end > 0) return end;
  }
  const piece = truncateCodePoints(window, codePointLength(within));
  return piece.length > 0 ? piece.length : within.length;
}

function lastEnd(window: string, place: RegExp, least: number): number {
  let end = 0;
  place.lastIndex = least;
  for (let match = place.exec(window); match !== null; match = place.exec(window))
    end = match.index + match[0].length;
  return end;
}

const AHEAD_UNITS = 64;
const PLACES: readonly RegExp[] = [/[;:—–](?=\s)|[；：]/gu, /\s{2,}|[,،](?=\s)|[、，]/gu, /\s/gu];
/** Mostly letters of a script whose sentences end at a space. */
const SPACE_STOPPED = /(?:[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]\s?){12}/u;
