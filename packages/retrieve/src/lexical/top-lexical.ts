/**
 * The best texts for a question without scoring all of them: bounds from each term's largest count and shortest text in a
 * segment say which segments, and within a segment which terms, can still change the list (MaxScore, Turtle and Flood 1995).
 *
 * Bounds only select. What is returned is scored again in the order of the question's groups, so that values and order equal
 * the exhaustive form exactly.
 */
import type { LexicalIndex, LexicalLane } from './lexical-port.ts';
import { lexicalQuery } from './lexical-query.ts';
import { attainableOf, weighGroups, type WeighedGroup } from './lexical-scores.ts';
import { lexicalStatistics } from './lexical-statistics.ts';

/** The best of a question. */
export interface TopLexical {
  /** Best first: value falling, then position rising. */
  readonly positions: readonly number[];
  /** BM25 of each. */
  readonly values: readonly number[];
  readonly attainable: number;
}

/**
 * Finds the best texts; entries not exposed as text are not among them.
 *
 * @param query        without marks
 * @param limit        how many
 * @param isAllowed    which positions may be returned; default all; pure
 * @param beginnings   words of the question that are cut short, normalised
 */
export function topLexical(
  query: string,
  index: LexicalIndex,
  limit: number,
  isAllowed?: (position: number) => boolean,
  beginnings: readonly string[] = [],
): TopLexical {
  const groups = weighGroups(lexicalQuery(query, index, beginnings), index);
  const { norms, firsts } = lexicalStatistics(index);
  const best = new Best(limit);
  const order = index.segments
    .map(({ text }, at) => ({ at, bounds: groups.map((group) => boundOf(text, group, at, norms)) }))
    .map(({ at, bounds }) => ({ at, bounds, most: bounds.reduce((sum, bound) => sum + bound, 0) }))
    .filter(({ most }) => most > 0)
    .sort((a, b) => b.most - a.most || a.at - b.at);
  const scratch = scratchOf(index);
  for (const { at, bounds, most } of limit > 0 ? order : []) {
    if (most * SLACK < best.threshold) break;
    const { text, size } = index.segments[at] as LexicalIndex['segments'][number];
    const first = firsts[at] as number;
    const places = index.positions?.subarray(first, first + size);
    const positionOf = (place: number): number => {
      const position = places === undefined ? first + place : (places[place] as number);
      return position >= 0 && (isAllowed === undefined || isAllowed(position)) ? position : -1;
    };
    searchSegment(text, at, groups, bounds, norms, scratch, best, positionOf);
  }
  return { ...best.finish(), attainable: attainableOf(groups) };
}

/** Most that a group can give to a text of a segment. */
function boundOf(
  { mostCounts, leastLengths }: LexicalLane,
  { group, textTerms, weight }: WeighedGroup,
  segment: number,
  norms: Float64Array,
): number {
  let count = 0;
  let length = Number.POSITIVE_INFINITY;
  for (const term of textTerms[segment] as readonly number[]) {
    count += mostCounts[term] as number;
    length = Math.min(length, leastLengths[term] as number);
  }
  if (group.isBeginning) count = Math.min(count, 1);
  return count === 0 ? 0 : (weight * count) / (count + (norms[length] as number));
}

/** Sums of the texts of a segment, and which texts have one; sums and counts are all zero between searches. */
interface Scratch {
  /** Minus infinity for a text that may not be returned. */
  readonly sums: Float64Array;
  readonly touched: Uint16Array;
  /** How often each text holds any form of one word, and which do. */
  readonly often: Uint32Array;
  readonly holding: Uint16Array;
}

const scratches = new WeakMap<LexicalIndex, Scratch>();

function scratchOf(index: LexicalIndex): Scratch {
  let scratch = scratches.get(index);
  if (scratch === undefined) {
    const size = index.segments.reduce((most, segment) => Math.max(most, segment.size), 0);
    scratch = {
      sums: new Float64Array(size),
      touched: new Uint16Array(size),
      often: new Uint32Array(size),
      holding: new Uint16Array(size),
    };
    scratches.set(index, scratch);
  }
  return scratch;
}

function searchSegment(
  lane: LexicalLane,
  segment: number,
  groups: readonly WeighedGroup[],
  bounds: readonly number[],
  norms: Float64Array,
  scratch: Scratch,
  best: Best,
  positionOf: (place: number) => number,
): void {
  const { sums, touched } = scratch;
  // The groups that can give most first; what is left after each bounds what a text can still gain.
  const order = [...bounds.keys()].filter((at) => (bounds[at] as number) > 0);
  order.sort((a, b) => (bounds[b] as number) - (bounds[a] as number) || a - b);
  let left = order.reduce((sum, at) => sum + (bounds[at] as number), 0);
  let count = 0;
  let threshold = best.threshold;
  for (const at of order) {
    const group = groups[at] as WeighedGroup;
    const terms: Wanted = {
      terms: group.textTerms[segment] as readonly number[],
      weight: group.weight,
      countsOnce: group.group.isBeginning,
    };
    // A text with none of the terms so far can gain at most what is left.
    if (left * SLACK >= threshold) count = addAll(lane, terms, norms, scratch, count, positionOf);
    else count = addToTouched(lane, terms, norms, scratch, count, threshold, left);
    left -= bounds[at] as number;
    if (left > 0) threshold = Math.max(threshold, best.thresholdWith(sums, touched, count));
  }
  for (let n = 0; n < count; n++) {
    const place = touched[n] as number;
    const sum = sums[place] as number;
    sums[place] = 0;
    if (sum > 0 && sum * SLACK >= best.threshold)
      best.offer(positionOf(place), exactValue(lane, segment, place, groups, norms));
  }
}

/** What a group looks for in a segment. */
interface Wanted {
  readonly terms: readonly number[];
  readonly weight: number;
  /** Whether a text counts it once, however often it holds the terms. */
  readonly countsOnce: boolean;
}

/** Adds a group to every text that holds it. @returns how many texts have a sum */
function addAll(
  { starts, places, counts, lengths }: LexicalLane,
  { terms, weight, countsOnce }: Wanted,
  norms: Float64Array,
  { sums, touched, often, holding }: Scratch,
  before: number,
  positionOf: (place: number) => number,
): number {
  let count = before;
  const add = (place: number, times: number): void => {
    let sum = sums[place] as number;
    if (sum === 0) {
      touched[count++] = place;
      if (positionOf(place) < 0) sum = Number.NEGATIVE_INFINITY;
    }
    sums[place] = sum + (weight * times) / (times + (norms[lengths[place] as number] as number));
  };
  if (terms.length === 1) {
    const term = terms[0] as number;
    const end = starts[term + 1] as number;
    for (let n = starts[term] as number; n < end; n++)
      add(places[n] as number, countsOnce ? 1 : (counts[n] as number));
    return count;
  }
  let held = 0;
  for (const term of terms) {
    for (let n = starts[term] as number; n < (starts[term + 1] as number); n++) {
      const place = places[n] as number;
      if (often[place] === 0) holding[held++] = place;
      often[place] = (often[place] as number) + (counts[n] as number);
    }
  }
  for (let n = 0; n < held; n++) {
    const place = holding[n] as number;
    add(place, countsOnce ? 1 : (often[place] as number));
    often[place] = 0;
  }
  return count;
}

/** Adds a group to the texts that can still be among the best, and forgets the others. */
function addToTouched(
  lane: LexicalLane,
  wanted: Wanted,
  norms: Float64Array,
  { sums, touched }: Scratch,
  before: number,
  threshold: number,
  left: number,
): number {
  let count = 0;
  for (let n = 0; n < before; n++) {
    const place = touched[n] as number;
    const sum = sums[place] as number;
    if ((sum + left) * SLACK < threshold) {
      sums[place] = 0;
      continue;
    }
    touched[count++] = place;
    const often = countAt(lane, wanted, place);
    if (often > 0)
      sums[place] =
        sum + (wanted.weight * often) / (often + (norms[lane.lengths[place] as number] as number));
  }
  return count;
}

/** The value of a text, summed in the order of the groups. */
function exactValue(
  lane: LexicalLane,
  segment: number,
  place: number,
  groups: readonly WeighedGroup[],
  norms: Float64Array,
): number {
  const norm = norms[lane.lengths[place] as number] as number;
  let value = 0;
  for (const { group, textTerms, weight } of groups) {
    const terms = textTerms[segment] as readonly number[];
    const often = countAt(lane, { terms, countsOnce: group.isBeginning }, place);
    if (often > 0) value += (weight * often) / (often + norm);
  }
  return value;
}

/** How often a text holds any of the terms. */
function countAt(
  { starts, places, counts }: LexicalLane,
  { terms, countsOnce }: Pick<Wanted, 'terms' | 'countsOnce'>,
  place: number,
): number {
  let often = 0;
  for (const term of terms) {
    let from = starts[term] as number;
    const end = starts[term + 1] as number;
    let to = end;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((places[middle] as number) < place) from = middle + 1;
      else to = middle;
    }
    if (from < end && places[from] === place) {
      if (countsOnce) return 1;
      often += counts[from] as number;
    }
  }
  return often;
}

/** The best so far, kept in order. */
class Best {
  readonly #limit: number;
  readonly #positions: number[] = [];
  readonly #values: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A text with a smaller value is not among the best; 0 as long as there is room. */
  get threshold(): number {
    return this.#values.length < this.#limit ? 0 : (this.#values[this.#limit - 1] as number);
  }

  /** The threshold, had the sums of some texts of another segment been offered as well. */
  thresholdWith(sums: Float64Array, touched: Uint16Array, count: number): number {
    const values = this.#values.slice();
    let least = values.length < this.#limit ? 0 : (values[this.#limit - 1] as number);
    for (let n = 0; n < count; n++) {
      const sum = sums[touched[n] as number] as number;
      if (sum <= least) continue;
      let at = values.length;
      while (at > 0 && (values[at - 1] as number) < sum) at--;
      values.splice(at, 0, sum);
      if (values.length > this.#limit) values.pop();
      if (values.length === this.#limit) least = values[this.#limit - 1] as number;
    }
    return least;
  }

  offer(position: number, value: number): void {
    let at = this.#values.length;
    while (at > 0 && this.#isBelow(at - 1, position, value)) at--;
    if (at >= this.#limit) return;
    this.#positions.splice(at, 0, position);
    this.#values.splice(at, 0, value);
    if (this.#values.length > this.#limit) {
      this.#positions.pop();
      this.#values.pop();
    }
  }

  finish(): { positions: readonly number[]; values: readonly number[] } {
    return { positions: this.#positions, values: this.#values };
  }

  #isBelow(at: number, position: number, value: number): boolean {
    const known = this.#values[at] as number;
    return known < value || (known === value && (this.#positions[at] as number) > position);
  }
}

/** Sums are added in another order here than in the end; this covers the difference many times over. */
const SLACK = 1 + 1e-9;
