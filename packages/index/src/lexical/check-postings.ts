/**
 * Reads the postings of a segment from end to end and says whether they hold together.
 *
 * Opening them does not: that is for bytes whose digest is known. This is for bytes nobody has vouched for yet.
 */
import { MOST_LENGTH } from './lane-writer.ts';
import { LANES } from './lane-layout.ts';
import { openPostings, refused } from './open-postings.ts';
import type { PostingsLane } from './postings-lane.ts';
import { hashBytes } from './term-table.ts';

/** Languages a text may have been read as, and undecided. */
const LANGUAGES = 5;

/**
 * Checks what `encodePostings` promises of its bytes. Cost: linear in the bytes.
 *
 * @throws {IndexFormatError} naming the lane and what is wrong with it, never a term
 */
export function checkPostings(bytes: Uint8Array): void {
  const segment = openPostings(bytes);
  for (const name of LANES) checkLane(segment[name], name, segment.size);
  if (segment.languageOf.some((language) => language >= LANGUAGES))
    throw refused('name a language that is not known');
  if (segment.languageOf.some((language, at) => language > 0 && (segment.text.lengths[at] ?? 0) === 0))
    throw refused('name a language of a text that is not there');
}

function checkLane(lane: PostingsLane, name: string, size: number): void {
  const { documents, totalLength, lengths, termCount, starts, places, table } = lane;
  const fail = (problem: string): never => {
    throw refused(`of the lane ${name} ${problem}`);
  };
  let [counted, total] = [0, 0];
  for (const length of lengths) {
    if (length > 0) counted++;
    total += length;
  }
  if (counted !== documents || total !== totalLength) fail('disagree about the number or length of texts');
  if (starts[0] !== 0 || starts[termCount] !== places.length) fail('do not begin and end with their terms');
  if (table.textStarts[0] !== 0 || table.textStarts[termCount] !== table.text.length)
    fail('have terms that do not fill their text');
  if (table.slots.reduce((used, slot) => used + (slot === 0 ? 0 : 1), 0) !== termCount)
    fail('have a table with another number of terms');
  for (let term = 0; term < termCount; term++) {
    if (!isTermInOrder(lane, term)) fail('have terms out of order');
    if (!hasTermPostings(lane, term, size)) fail('have entries out of order or bounds that do not hold');
    const [from, to] = [table.textStarts[term] as number, table.textStarts[term + 1] as number];
    const key = { bytes: table.text.subarray(from, to), hash: hashBytes(table.text, from, to) };
    if (lane.find(key) !== term) fail('have a term that cannot be found');
  }
}

function isTermInOrder({ table: { textStarts, text } }: PostingsLane, term: number): boolean {
  const [from, to] = [textStarts[term] as number, textStarts[term + 1] as number];
  if (from >= to || to > text.length) return false;
  if (term === 0) return true;
  const before = textStarts[term - 1] as number;
  for (let at = 0; ; at++) {
    if (from + at === to) return false;
    if (before + at === from) return true;
    const order = (text[from + at] as number) - (text[before + at] as number);
    if (order !== 0) return order > 0;
  }
}

function hasTermPostings(lane: PostingsLane, term: number, size: number): boolean {
  const { starts, places, counts, lengths, mostCounts, leastLengths } = lane;
  const [from, to] = [starts[term] as number, starts[term + 1] as number];
  if (from >= to || to > places.length) return false;
  let [last, most, least] = [-1, 0, MOST_LENGTH];
  for (let n = from; n < to; n++) {
    const [place, count] = [places[n] as number, counts[n] as number];
    const length = lengths[place] ?? 0;
    if (place <= last || place >= size || count === 0 || length === 0) return false;
    last = place;
    most = Math.max(most, count);
    least = Math.min(least, length);
  }
  return mostCounts[term] === most && leastLengths[term] === least;
}
