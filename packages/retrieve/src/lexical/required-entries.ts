/**
 * Which fragments hold every phrase that a question demands, with what a hit of them shows.
 *
 * Postings find who may, what is shown says who does. Of public text that is its text, its title and its names; of anything
 * else its title, names and authored place, and its released gist. Nothing else is ever asked: a phrase that could be tried
 * on what is not shown would read it out (decisions 1.5).
 */
import { type Entity, type Fragment, isServableGist } from '@archive/contract/private';
import { containsPhrase, normalizeText, scanTerms } from '@archive/text';
import { authoredValues } from '../face-text.ts';
import type { FragmentOfWork } from '../prepared-index.ts';
import type { LexicalIndex, LexicalLane, LexicalSegment } from './lexical-port.ts';
import { type TermGroup, termsInLane } from './lexical-query.ts';
import { lexicalScores } from './lexical-scores.ts';

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

/**
 * Finds the fragments that hold every phrase, each phrase in one field: whole words, consecutive and in order, as
 * `containsPhrase` of `@archive/text` reads them.
 *
 * The work is bounded: of those that hold the words of the phrases, the {@link MOST_READ} are read that answer most of the
 * question by their words; what comes after them is not found.
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
        const position =
          lexical.positions === undefined ? first + place : (lexical.positions[first + place] as number);
        if (position >= 0 && isWanted(position)) to.push(position);
      }
    };
    add(placesWithAll([segment.text], groups, segment), candidates.texts);
    add(placesWithAll([segment.face, segment.gist], groups, segment), candidates.faces);
    first += segment.size;
  }
  const mostFitting = (positions: readonly number[]): readonly number[] =>
    positions.length <= MOST_READ ? positions : bestByWords(positions, plain, lexical, idRank);
  const [texts, faces, places]: [number[], number[], number[]] = [[], [], []];
  for (const position of mostFitting(candidates.texts)) {
    const { fragment, entity } = read(position);
    if (isPublicText(fragment) && holdsAll(textFields(fragment, entity), phrases)) texts.push(position);
  }
  for (const position of mostFitting(candidates.faces)) {
    const { fragment, entity } = read(position);
    if (isPublicText(fragment)) continue;
    const shown = placeFields(fragment, entity);
    if (holdsAll(shown, phrases)) places.push(position);
    if (holdsAll([...shown, ...gistOf(fragment, entity)], phrases)) faces.push(position);
  }
  return { texts: rising(texts), faces: rising(faces), places: rising(places) };
}

/** The strings of a public text that may be looked up. */
function textFields(fragment: Fragment, entity: Entity): string[] {
  return [...placeFields(fragment, entity), fragment.text, fragment.summary ?? ''];
}

/** The strings that every hit of a fragment shows, whatever its exposure. */
function placeFields(fragment: Fragment, entity: Entity): string[] {
  const names = [...entity.attribution, ...(fragment.attribution ?? [])]
    .filter(({ placeholder }) => placeholder === undefined)
    .map(({ name }) => name);
  return [entity.title, ...names, ...fragment.locator.flatMap(authoredValues)];
}

/** The gist of a fragment that shows one. */
function gistOf(fragment: Fragment, entity: Entity): string[] {
  return fragment.disclosure.exposure === 'semantic' && isServableGist(fragment, entity)
    ? [fragment.projection.gist]
    : [];
}

/** Whether each phrase stands in one of some fields. */
function holdsAll(fields: readonly string[], phrases: readonly string[]): boolean {
  return phrases.every((phrase) => fields.some((field) => containsPhrase(field, phrase)));
}

function isPublicText({ disclosure: { raw, exposure } }: Fragment): boolean {
  return raw === 'public' && exposure === 'text';
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

/** Those that answer most of the question by their words; ties by id. */
function bestByWords(
  positions: readonly number[],
  plain: string,
  lexical: LexicalIndex,
  idRank: Uint32Array,
): number[] {
  const { positions: scored, values } = lexicalScores(plain, lexical);
  const valueOf = new Map(Array.from(scored, (position, at) => [position, values[at] as number]));
  return [...positions]
    .sort(
      (a, b) =>
        (valueOf.get(b) ?? 0) - (valueOf.get(a) ?? 0) || (idRank[a] as number) - (idRank[b] as number),
    )
    .slice(0, MOST_READ);
}
