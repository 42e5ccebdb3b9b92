/**
 * Measures and cuts strings without breaking a character.
 *
 * Lengths are code points (what limits in this project mean) or UTF-8 bytes; a cut never leaves half a surrogate pair, and
 * where it is cheap it also spares an emoji sequence, a flag or a letter with its accent.
 */

/** The number of code points; a lone surrogate counts as one. */
export function codePointLength(s: string): number {
  let length = s.length;
  for (let at = 0; at < s.length - 1; at++) {
    if (isHighSurrogate(s.charCodeAt(at)) && isLowSurrogate(s.charCodeAt(at + 1))) {
      length--;
      at++;
    }
  }
  return length;
}

/**
 * Cuts a string to at most `maxCodePoints` code points, at an edge between two visible characters if there is one.
 *
 * A cluster longer than the whole limit is cut between code points, so that the result is empty only if the input or the limit is.
 */
export function truncateCodePoints(s: string, maxCodePoints: number): string {
  if (s.length <= maxCodePoints) return s;
  let end = 0;
  for (let count = 0; count < maxCodePoints && end < s.length; count++) end += unitsAt(s, end);
  return s.slice(0, clusterEdge(s, end));
}

/** Cuts a string to at most `maxBytes` bytes of UTF-8 on the edge of a code point; a lone surrogate counts as 3 bytes. */
export function truncateUtf8(s: string, maxBytes: number): string {
  if (s.length * 3 <= maxBytes) return s;
  let bytes = 0;
  let end = 0;
  while (end < s.length) {
    const unit = s.charCodeAt(end);
    const units = unitsAt(s, end);
    const size = units === 2 ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (bytes + size > maxBytes) break;
    bytes += size;
    end += units;
  }
  return end === s.length ? s : s.slice(0, end);
}

/** The last cluster edge at or before `end`, or `end` if the cluster begins the string. */
function clusterEdge(s: string, end: number): number {
  if (end >= s.length || isPlain(s.charCodeAt(end)) || end === 0) return end;
  // A row of flags has no edge to look back to, and no segmenter is quick on a long one: its pairs are counted.
  if (isRegionalIndicator(s, end)) {
    let first = end;
    while (isRegionalIndicator(s, first - 2)) first -= 2;
    return end - ((end - first) % 4 === 0 || end === 2 ? 0 : 2);
  }
  let from = end - 1;
  while (from > 0 && end - from < LOOK_BACK_UNITS && !isPlain(s.charCodeAt(from))) from--;
  let edge = from;
  for (const { index, segment } of clusters().segment(s.slice(from, end + LOOK_AHEAD_UNITS))) {
    edge = from + index + segment.length;
    if (edge >= end) return edge === end || from + index === 0 ? end : from + index;
  }
  return end;
}

/** A unit that never continues the character before it; plain text is thus spared the segmenter. */
function isPlain(unit: number): boolean {
  return unit < FIRST_COMBINING && unit !== LINE_FEED;
}

function unitsAt(s: string, at: number): 1 | 2 {
  return isHighSurrogate(s.charCodeAt(at)) && isLowSurrogate(s.charCodeAt(at + 1)) ? 2 : 1;
}

function isRegionalIndicator(s: string, at: number): boolean {
  const low = s.charCodeAt(at + 1);
  return s.charCodeAt(at) === 0xd83c && low >= 0xdde6 && low <= 0xddff;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

let segmenter: Intl.Segmenter | undefined;
function clusters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter;
}

const FIRST_COMBINING = 0x300;
const LINE_FEED = 0x0a;
const LOOK_BACK_UNITS = 256;
const LOOK_AHEAD_UNITS = 32;
