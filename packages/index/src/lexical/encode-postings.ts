/**
 * Writes the postings of a run of entries as bytes that are read in place.
 *
 * A function of what the entries show and of the analyser, nothing else: the same entries give the same bytes, whatever
 * stands beside them and on whatever machine, so that unchanged runs are shared between generations.
 */
import {
  languageOfVotes,
  languagesOfStopWord,
  normalizeText,
  type PartVisitor,
  scanTerms,
  stemWord,
  TERM_LANGUAGES,
  type TermKind,
  type TermLanguage,
} from '@archive/text';
import type { Entity, Fragment } from '@archive/contract/private';
import {
  LANE_HEADER_NUMBERS,
  LANES,
  layLane,
  MOST_ENTRIES,
  SEGMENT_HEADER_NUMBERS,
  SEGMENT_MAGIC,
} from './lane-layout.ts';
import { LaneWriter, type WrittenLane } from './lane-writer.ts';
import { type LexicalField, lexicalFields } from './lexical-fields.ts';
import { WordTable } from './word-table.ts';

/** A fragment with its work. */
export interface LexicalEntry {
  readonly entity: Entity;
  readonly fragment: Fragment;
}

/**
 * Encodes the postings of a run of entries, in their order.
 *
 * @param chunk  at most 65,536 entries, served or private: of what is not public and exposed as text only the face is read
 */
export function encodePostings(chunk: Iterable<LexicalEntry>): Uint8Array {
  const entries = [...chunk];
  if (entries.length > MOST_ENTRIES)
    throw new RangeError(`postings of more than ${MOST_ENTRIES} entries in one run`);
  const languageOf = new Uint8Array(entries.length);
  const text = new Documents(entries.length);
  const face = new Documents(entries.length);
  const gist = new Documents(entries.length);
  for (const [place, { entity, fragment }] of entries.entries()) {
    const found = lexicalFields(entity, fragment);
    if (found === undefined) continue;
    if (found.lane === 'text') {
      const language = text.add(place, found.fields, found.identifiers);
      if (language !== undefined) languageOf[place] = TERM_LANGUAGES.indexOf(language) + 1;
    } else {
      face.add(place, found.fields, found.identifiers);
      if (found.gist !== undefined) gist.add(place, [{ text: found.gist, weight: 1 }]);
    }
  }
  return joinSegment(
    entries.length,
    languageOf,
    [text, face, gist].map((documents) => documents.finish()),
  );
}

/** Analyses documents into a lane. A word is looked at once a segment and stemmed once a language, however often it occurs. */
class Documents {
  readonly #lane: LaneWriter;
  readonly #words = new WordTable();
  /** By word: its kind, and in which languages it is a stop word. */
  readonly #isWord: boolean[] = [];
  readonly #stopIn: number[] = [];
  /** By language, then by word: number of its term, and of itself as written where that is another term; -1 for none. */
  readonly #termOf = new Map<
    TermLanguage | undefined,
    { readonly terms: number[]; readonly written: number[] }
  >();
  /** Words and grams of the document at hand, and what each counts. */
  #parts: number[] = [];
  #weights: number[] = [];

  constructor(size: number) {
    this.#lane = new LaneWriter(size);
  }

  /** @returns the language its words were read as */
  add(
    place: number,
    fields: readonly LexicalField[],
    identifiers: readonly string[] = [],
  ): TermLanguage | undefined {
    this.#parts = [];
    this.#weights = [];
    const stated: string[] = [];
    const votes = [0, 0, 0, 0];
    let length = 0;
    for (const { text, weight } of fields) {
      const normalized = normalizeText(text);
      const visit: PartVisitor = (kind, start, end) => {
        const part = this.#partOf(normalized, start, end, kind);
        if (kind !== 'tail') length += weight;
        this.#parts.push(part);
        this.#weights.push(weight);
        const stopIn = this.#stopIn[part] as number;
        if (stopIn !== 0)
          for (let at = 0; at < 4; at++) votes[at] = (votes[at] as number) + ((stopIn >> at) & 1);
      };
      scanTerms(normalized, visit, (written) => stated.push(written));
    }
    for (const identifier of identifiers)
      scanTerms(normalizeText(identifier), ignore, (written) => stated.push(written));
    const language = languageOfVotes(votes);
    this.#count(language);
    for (const written of stated) this.#lane.count(this.#lane.termOf(`#${written}`, false), 1);
    this.#lane.endDocument(place, length);
    return language;
  }

  finish(): WrittenLane {
    return this.#lane.finish();
  }

  #count(language: TermLanguage | undefined): void {
    let known = this.#termOf.get(language);
    if (known === undefined) this.#termOf.set(language, (known = { terms: [], written: [] }));
    const { terms, written } = known;
    for (let n = 0; n < this.#parts.length; n++) {
      const part = this.#parts[n] as number;
      const weight = this.#weights[n] as number;
      if (terms[part] === undefined) this.#learn(part, language, terms, written);
      this.#lane.count(terms[part] as number, weight);
      const asWritten = written[part] as number;
      if (asWritten >= 0) this.#lane.count(asWritten, weight);
    }
  }

  #learn(part: number, language: TermLanguage | undefined, terms: number[], written: number[]): void {
    const word = this.#words.textOf(part);
    const isWord = this.#isWord[part] === true;
    const term = isWord ? stemWord(word, language) : word;
    terms[part] = this.#lane.termOf(term, isWord && term === word);
    written[part] = term === word ? -1 : this.#lane.termOf(`=${word}`, true);
  }

  #partOf(text: string, start: number, end: number, kind: TermKind): number {
    const part = this.#words.numberOf(text, start, end);
    if (part === this.#isWord.length) {
      this.#isWord.push(kind === 'word');
      this.#stopIn.push(kind === 'word' ? languagesOfStopWord(text.slice(start, end)) : 0);
    }
    return part;
  }
}

function ignore(): void {}

function joinSegment(size: number, languageOf: Uint8Array, lanes: readonly WrittenLane[]): Uint8Array {
  const headers = lanes.map(({ documents, totalLength, textStarts, places, slots, text }) => ({
    documents,
    totalLength,
    terms: textStarts.length - 1,
    postings: places.length,
    slots: slots.length,
    textBytes: text.length,
  }));
  const layouts = headers.map((header) => layLane(header, size));
  const headerBytes = 4 * (SEGMENT_HEADER_NUMBERS + LANE_HEADER_NUMBERS * LANES.length);
  const lanesFrom = headerBytes + ((size + 3) & ~3);
  const bytes = new Uint8Array(layouts.reduce((sum, { end }) => sum + end, lanesFrom));
  bytes.set(languageOf, headerBytes);
  const view = new DataView(bytes.buffer);
  const numbers = [SEGMENT_MAGIC, size, ...headers.flatMap((header) => Object.values(header))];
  for (const [at, number] of numbers.entries()) view.setUint32(4 * at, number, true);
  let base = lanesFrom;
  for (const [at, lane] of lanes.entries()) {
    const layout = layouts[at] as (typeof layouts)[number];
    for (const name of ARRAYS) {
      const array = lane[name];
      bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), base + layout[name]);
    }
    base += layout.end;
  }
  return bytes;
}

const ARRAYS = [
  'starts',
  'slots',
  'textStarts',
  'lengths',
  'places',
  'leastLengths',
  'counts',
  'mostCounts',
  'written',
  'text',
] as const;
