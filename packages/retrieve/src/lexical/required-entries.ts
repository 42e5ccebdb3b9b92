/**
 * Which fragments hold every phrase that a question demands, with what a hit of them shows.
 *
 * Postings find who may, what is shown says who does. Of public text that is its text, its title and its names; of anything
 * else its title, names and authored place, and its released gist. Nothing else is ever asked: a phrase that could be tried
 * on what is not shown would read it out (decisions 1.5).
 */
import { normalizeText, phraseFinder, scanTerms } from '@archive/text';
import type { FragmentOfWork } from '../prepared-index.ts';
import { placeIn } from '../select/boosts.ts';
import { SmallestOfBest } from '../select/smallest-of-best.ts';
import type { LexicalIndex, LexicalLane, LexicalSegment } from './lexical-port.ts';
import { type TermGroup, termsInLane } from './lexical-query.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import { positionOf } from './position-of.ts';
import { gistFields, isPublicText, placeFields, textFields } from './shown-fields.ts';

/** Who holds the phrases. */
export interface RequiredEntries {
  /** Positions of public texts, rising. */
  readonly texts: Uint32Array;
  /** Positions of anything else, rising. */
  readonly faces: Uint32Array;
  /** Those of `faces` that hold the phrases without their gist. */
  readonly places: Uint32Array;
}

/** What is looked at. */
export interface RequiredFrom {
  readonly lexical: LexicalIndex;
  /** Whether an entry is asked for at all: nothing else is read. */
  isWanted(position: number): boolean;
  /** Reads a fragment, and its work. */
  read(position: number): FragmentOfWork;
  /** Place of the fragment's id among all. */
  readonly idRank: Uint32Array;
}

/** Public texts that are read for one question, and as many of what is not; those whose words fit less are not. */
export const MOST_READ = 1_000;
/** Characters of public texts that are read for one question, and as many of what is not; the last one is read to its end. */
export const MOST_READ_CHARS = 2_000_000;

/**
 * Finds the fragments that hold every phrase, each phrase in one field: whole words, consecutive and in order, as
 * `containsPhrase` of `@archive/text` reads them.
 *
 * The work is bounded: of those that hold the words of the phrases, those are read that answer most of the question by their
 * words, {@link MOST_READ} and {@link MOST_READ_CHARS} of them at most; what comes after them is not found.
 *
 * @param phrases  at least one, each with a word in it
 * @param plain    the question without marks
 */
export function requiredEntries(
  phrases: readonly string[],
  plain: string,
  { lexical, isWanted, read, idRank }: RequiredFrom,
): RequiredEntries {
  const groups = groupsOfWords(phrases, lexical);
  const candidates: Record<'texts' | 'faces', number[]> = { texts: [], faces: [] };
  let first = 0;
  for (const segment of lexical.segments) {
    const add = (places: readonly number[], to: number[]): void => {
      for (const place of places) {
        const position = positionOf(lexical, first + place);
        if (position >= 0 && isWanted(position)) to.push(position);
      }
    };
    add(placesWithAll([segment.text], groups, segment), candidates.texts);
    add(placesWithAll([segment.face, segment.gist], groups, segment), candidates.faces);
    first += segment.size;
  }
  const scores = candidates.texts.length + candidates.faces.length > 1 ? lexicalScores(plain, lexical) : NONE;
  const bestFirst = (positions: readonly number[]): number[] => bestByWords(positions, scores, idRank);
  const find = phraseFinder(phrases);
  const [texts, faces, places]: [number[], number[], number[]] = [[], [], []];
  let left = MOST_READ_CHARS;
  for (const position of bestFirst(candidates.texts)) {
    if (left <= 0) break;
    const { fragment, entity } = read(position);
    if (!isPublicText(fragment)) continue;
    const fields = textFields(fragment, entity);
    left -= charsOf(fields);
    if (holdsAll(fields, phrases, find)) texts.push(position);
  }
  left = MOST_READ_CHARS;
  for (const position of bestFirst(candidates.faces)) {
    if (left <= 0) break;
    const { fragment, entity } = read(position);
    if (isPublicText(fragment)) continue;
    const shown = placeFields(fragment, entity);
    const gist = gistFields(fragment, entity);
    left -= charsOf(shown) + charsOf(gist);
    if (holdsAll(shown, phrases, find)) places.push(position);
    if (holdsAll([...shown, ...gist], phrases, find)) faces.push(position);
  }
  return { texts: rising(texts), faces: rising(faces), places: rising(places) };
}

/** Whether each phrase stands in one of some fields. */
function holdsAll(
  fields: readonly string[],
  phrases: readonly string[],
  find: (field: string) => boolean[],
): boolean {
  const held = phrases.map(() => false);
  for (const field of fields) {
    for (const [at, isHeld] of find(field).entries()) if (isHeld) held[at] = true;
    if (held.every(Boolean)) return true;
  }
  return false;
}

function charsOf(fields: readonly string[]): number {
  return fields.reduce((sum, { length }) => sum + length, 0);
}

function rising(positions: number[]): Uint32Array {
  return Uint32Array.from(positions).sort();
}

/** One group for each word and gram, as it is written: whoever holds the phrases has a term for each. */
function groupsOfWords(phrases: readonly string[], lexical: LexicalIndex): TermGroup[] {
  const groups = new Map<string, TermGroup>();
  for (const phrase of phrases) {
    const normalized = normalizeText(phrase);
    scanTerms(
      normalized,
      (kind, start, end) => {
        if (kind === 'tail') return;
        const written = normalized.slice(start, end);
        const terms = kind === 'word' ? [written, `=${written}`] : [written];
        const keys = terms.map((term) => lexical.key(term));
        groups.set(written, {
          written,
          terms,
          keys,
          isOpen: kind === 'short',
          isBeginning: false,
          repeats: 1,
        });
      },
      () => {},
    );
  }
  return [...groups.values()];
}

/** Places of a segment that have every group in one of some lanes, rising. */
function placesWithAll(
  lanes: readonly LexicalLane[],
  groups: readonly TermGroup[],
  { size }: LexicalSegment,
): number[] {
  const found = groups.map((group) => {
    const terms = lanes.map((lane) => termsInLane(lane, group));
    const postings = lanes.reduce((sum, lane, at) => sum + postingsOf(lane, terms[at] as number[]), 0);
    return { terms, postings };
  });
  // Rarest first: a group that no place has ends it before a common one is gone through.
  found.sort((a, b) => a.postings - b.postings);
  if (found.length === 0 || found[0]?.postings === 0) return [];
  const met = new Uint16Array(size);
  for (const [group, { terms }] of found.entries()) {
    for (const [at, { starts, places }] of lanes.entries()) {
      for (const term of terms[at] as number[]) {
        for (let n = starts[term] as number; n < (starts[term + 1] as number); n++) {
          const place = places[n] as number;
          if (met[place] === group) met[place] = group + 1;
        }
      }
    }
  }
  const places: number[] = [];
  for (let place = 0; place < size; place++) if (met[place] === found.length) places.push(place);
  return places;
}

function postingsOf({ starts }: LexicalLane, terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + (starts[term + 1] as number) - (starts[term] as number), 0);
}

/** Those that answer most of the question by their words, best first, {@link MOST_READ} at most; ties by id. */
function bestByWords(
  positions: readonly number[],
  { positions: scored, values }: Pick<LexicalScores, 'positions' | 'values'>,
  idRank: Uint32Array,
): number[] {
  const valueOf = Float64Array.from(positions, (position) => values[placeIn(scored, position)] ?? 0);
  const bar = new SmallestOfBest(MOST_READ);
  for (const value of valueOf) bar.push(value);
  return positions
    .map((position, at) => ({ position, value: valueOf[at] as number, rank: idRank[position] as number }))
    .filter(({ value }) => value >= bar.bar)
    .sort((a, b) => b.value - a.value || a.rank - b.rank)
    .slice(0, MOST_READ)
    .map(({ position }) => position);
}

/** Nobody's scores. */
const NONE: Pick<LexicalScores, 'positions' | 'values'> = {
  positions: new Uint32Array(0),
  values: new Float64Array(0),
};
