/**
 * BM25 of everything that shares a term with a question, the exhaustive form.
 *
 * Sums run in the order of the question's groups, in float64, so that the slow oracle and the pruned form give the same
 * numbers. What is not exposed as text is scored by its face, with the statistics of public text (decisions 1.5).
 */
import type { LexicalIndex, LexicalLane, LexicalSegment } from './lexical-port.ts';
import { lexicalQuery, type TermGroup, termsInLane } from './lexical-query.ts';
import { inverseFrequency, K1, lexicalStatistics } from './lexical-statistics.ts';

/** Scores of a question. */
export interface LexicalScores {
  /** Positions of the entries that share a term with the question, rising. */
  readonly positions: Uint32Array;
  /** BM25 of each, above 0. */
  readonly values: Float64Array;
  /**
   * The same without the gist: for a hit that a ceiling narrows to its place. Equal to `values` where there is no gist; 0
   * where only the gist shares a term.
   */
  readonly withoutGist: Float64Array;
  /** What an entry would score that repeated every term for ever; 0 for a question without terms. */
  readonly attainable: number;
}

/** A group with what it is worth, and its terms in the text lane of each segment. */
export interface WeighedGroup {
  readonly group: TermGroup;
  /** `idf * (k1 + 1) * repeats`. */
  readonly weight: number;
  /** By segment. */
  readonly textTerms: readonly (readonly number[])[];
}

/** Part of what is attainable that a score is, from 0 to below 1. */
export function share(value: number, attainable: number): number {
  return attainable === 0 ? 0 : value / attainable;
}

/**
 * Scores every entry that shares a term with the question.
 *
 * @param query       without marks
 * @param beginnings  words of it that are cut short, normalised: nothing but public text is asked for them
 */
export function lexicalScores(
  query: string,
  index: LexicalIndex,
  beginnings: readonly string[] = [],
): LexicalScores {
  return scoresOf(weighGroups(lexicalQuery(query, index, beginnings), index), index, true);
}

/** Scores what is not exposed as text by its face, as {@link lexicalScores} does, and leaves the texts out. */
export function faceScores(query: string, index: LexicalIndex): LexicalScores {
  return scoresOf(weighGroups(lexicalQuery(query, index), index), index, false);
}

function scoresOf(groups: readonly WeighedGroup[], index: LexicalIndex, hasTexts: boolean): LexicalScores {
  const { norms, firsts } = lexicalStatistics(index);
  const found = new Found();
  for (const [at, segment] of index.segments.entries()) {
    const hasFaces = segment.face.documents + segment.gist.documents > 0;
    if (!hasTexts && !hasFaces) continue;
    const first = firsts[at] as number;
    const places = index.positions?.subarray(first, first + segment.size);
    const values = new Float64Array(segment.size);
    if (hasTexts)
      for (const { group, textTerms, weight } of groups)
        addText(segment.text, textTerms[at] as readonly number[], group.isBeginning, weight, norms, values);
    const withoutGist = hasFaces ? values.slice() : values;
    if (hasFaces)
      for (const { group, weight } of groups)
        if (!group.isBeginning) addFace(segment, group, weight, norms, values, withoutGist);
    found.take(values, withoutGist, first, places);
  }
  return found.finish(attainableOf(groups));
}

/** Looks the groups up and says what each is worth. */
export function weighGroups(groups: readonly TermGroup[], index: LexicalIndex): WeighedGroup[] {
  const { documents, firsts } = lexicalStatistics(index);
  return groups.map((group) => {
    let holding = 0;
    const textTerms = index.segments.map(({ size, text }, at) => {
      const terms = termsInLane(text, group);
      const first = firsts[at] as number;
      holding += countHolding(text, terms, index.positions?.subarray(first, first + size));
      return terms;
    });
    return { group, weight: inverseFrequency(documents, holding) * (K1 + 1) * group.repeats, textTerms };
  });
}

/** Sum of the weights. */
export function attainableOf(groups: readonly WeighedGroup[]): number {
  return groups.reduce((sum, { weight }) => sum + weight, 0);
}

/** How many entries hold any of the terms, of those that are left. */
function countHolding(
  { starts, places, lengths }: LexicalLane,
  terms: readonly number[],
  positions: Int32Array | undefined,
): number {
  const [only] = terms;
  if (only === undefined) return 0;
  if (terms.length === 1 && positions === undefined)
    return (starts[only + 1] as number) - (starts[only] as number);
  const seen = new Uint8Array(lengths.length);
  let holding = 0;
  for (const term of terms) {
    for (let n = starts[term] as number; n < (starts[term + 1] as number); n++) {
      const place = places[n] as number;
      if (seen[place] === 1 || (positions !== undefined && (positions[place] as number) < 0)) continue;
      seen[place] = 1;
      holding++;
    }
  }
  return holding;
}

/** Adds what a group gives to each entry of a lane. */
function addText(
  lane: LexicalLane,
  terms: readonly number[],
  countsOnce: boolean,
  weight: number,
  norms: Float64Array,
  values: Float64Array,
): void {
  const { starts, places, counts, lengths } = lane;
  const [only] = terms;
  if (only === undefined) return;
  if (terms.length === 1) {
    const end = starts[only + 1] as number;
    for (let n = starts[only] as number; n < end; n++) {
      const place = places[n] as number;
      const count = countsOnce ? 1 : (counts[n] as number);
      values[place] =
        (values[place] as number) + (weight * count) / (count + (norms[lengths[place] as number] as number));
    }
    return;
  }
  const often = new Uint32Array(lengths.length);
  for (const term of terms) {
    const end = starts[term + 1] as number;
    for (let n = starts[term] as number; n < end; n++) {
      const place = places[n] as number;
      often[place] = (often[place] as number) + (counts[n] as number);
    }
  }
  for (let place = 0; place < often.length; place++) {
    if (often[place] === 0) continue;
    const count = countsOnce ? 1 : (often[place] as number);
    values[place] =
      (values[place] as number) + (weight * count) / (count + (norms[lengths[place] as number] as number));
  }
}

function addFace(
  { face, gist }: LexicalSegment,
  group: TermGroup,
  weight: number,
  norms: Float64Array,
  values: Float64Array,
  withoutGist: Float64Array,
): void {
  const inFace = countsOf(face, termsInLane(face, group));
  const inGist = countsOf(gist, termsInLane(gist, group));
  const add = (to: Float64Array, place: number, count: number, length: number): void => {
    to[place] = (to[place] as number) + (weight * count) / (count + (norms[length] as number));
  };
  for (const [place, count] of inFace) {
    const length = face.lengths[place] as number;
    add(withoutGist, place, count, length);
    if (!inGist.has(place)) add(values, place, count, length + (gist.lengths[place] ?? 0));
  }
  for (const [place, count] of inGist) {
    const length = (face.lengths[place] ?? 0) + (gist.lengths[place] as number);
    add(values, place, count + (inFace.get(place) ?? 0), length);
  }
}

/** How often each entry of a lane holds any of the terms. */
function countsOf({ starts, places, counts }: LexicalLane, terms: readonly number[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const term of terms) {
    for (let n = starts[term] as number; n < (starts[term + 1] as number); n++) {
      const place = places[n] as number;
      sums.set(place, (sums.get(place) ?? 0) + (counts[n] as number));
    }
  }
  return sums;
}

/** Collects what was found, segment by segment. */
class Found {
  #positions = new Uint32Array(1024);
  #values = new Float64Array(1024);
  #withoutGist = new Float64Array(1024);
  #count = 0;

  /** Takes the values of a segment that are not 0; positions below 0 are left out. */
  take(values: Float64Array, withoutGist: Float64Array, first: number, places: Int32Array | undefined): void {
    let more = 0;
    for (let place = 0; place < values.length; place++) if (values[place] !== 0) more += 1;
    this.#makeRoom(more);
    const positions = this.#positions;
    let count = this.#count;
    for (let place = 0; place < values.length; place++) {
      const value = values[place] as number;
      if (value === 0) continue;
      const position = places === undefined ? first + place : (places[place] as number);
      if (position < 0) continue;
      positions[count] = position;
      this.#values[count] = value;
      this.#withoutGist[count] = withoutGist[place] as number;
      count += 1;
    }
    this.#count = count;
  }

  finish(attainable: number): LexicalScores {
    return {
      positions: this.#positions.slice(0, this.#count),
      values: this.#values.slice(0, this.#count),
      withoutGist: this.#withoutGist.slice(0, this.#count),
      attainable,
    };
  }

  #makeRoom(more: number): void {
    let room = this.#positions.length;
    if (this.#count + more <= room) return;
    while (this.#count + more > room) room *= 2;
    const [positions, values, withoutGist] = [this.#positions, this.#values, this.#withoutGist];
    this.#positions = new Uint32Array(room);
    this.#values = new Float64Array(room);
    this.#withoutGist = new Float64Array(room);
    this.#positions.set(positions.subarray(0, this.#count));
    this.#values.set(values.subarray(0, this.#count));
    this.#withoutGist.set(withoutGist.subarray(0, this.#count));
  }
}
