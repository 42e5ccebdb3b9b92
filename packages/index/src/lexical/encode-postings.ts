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
import { grown, LaneWriter, type WrittenLane } from './lane-writer.ts';
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
  /** By word: its number as it is written, where its stem is another term in some language. */
  readonly #writtenAs: (number | undefined)[] = [];
  /** By language, then by word: number of its term, and of itself as written where that is another term; -1 for none. */
  readonly #termOf = new Map<
    TermLanguage | undefined,
    { readonly terms: number[]; readonly written: number[] }
  >();
  /** Words and grams of the document at hand, and what each counts. */
  #parts = new Uint32Array(256);
  #weights = new Uint8Array(256);
  #size = 0;
  #identifiers: string[] = [];
  #length = 0;
  readonly #votes = [0, 0, 0, 0];
  /** The field at hand. */
  #text = '';
  #weight = 0;
  readonly #visit: PartVisitor;
  readonly #visitIdentifier: (written: string) => void;

  constructor(size: number) {
    this.#lane = new LaneWriter(size);
    this.#visit = (kind, start, end) => this.#part(kind, start, end);
    this.#visitIdentifier = (written) => void this.#identifiers.push(written);
  }

  /** @returns the language its words were read as */
  add(
    place: number,
    fields: readonly LexicalField[],
    identifiers: readonly string[] = [],
  ): TermLanguage | undefined {
    this.#size = 0;
    this.#identifiers = [];
    this.#length = 0;
    this.#votes.fill(0);
    for (const { text, weight } of fields) {
      this.#text = normalizeText(text);
      this.#weight = weight;
      scanTerms(this.#text, this.#visit, this.#visitIdentifier);
    }
    for (const identifier of identifiers) scanTerms(normalizeText(identifier), ignore, this.#visitIdentifier);
    const language = languageOfVotes(this.#votes);
    this.#count(language);
    for (const written of this.#identifiers) this.#lane.count(this.#lane.termOf(`#${written}`, false), 1);
    this.#lane.endDocument(place, this.#length);
    return language;
  }

  finish(): WrittenLane {
    return this.#lane.finish();
  }

  #count(language: TermLanguage | undefined): void {
    let known = this.#termOf.get(language);
    if (known === undefined) this.#termOf.set(language, (known = { terms: [], written: [] }));
    const { terms, written } = known;
    const lane = this.#lane;
    const parts = this.#parts;
    const weights = this.#weights;
    for (let n = 0; n < this.#size; n++) {
      const part = parts[n] as number;
      const weight = weights[n] as number;
      if (terms[part] === undefined) this.#learn(part, language, terms, written);
      lane.count(terms[part] as number, weight);
      const asWritten = written[part] as number;
      if (asWritten >= 0) lane.count(asWritten, weight);
    }
  }

  #learn(part: number, language: TermLanguage | undefined, terms: number[], written: number[]): void {
    const word = this.#words.textOf(part);
    const isWord = (this.#words.noteOf(part) & IS_WORD) !== 0;
    const term = isWord ? stemWord(word, language) : word;
    terms[part] = this.#lane.termOf(term, isWord && term === word);
    if (term === word) written[part] = -1;
    else {
      // As written it is one term, whatever the languages it was stemmed in.
      this.#writtenAs[part] ??= this.#lane.termOf(`=${word}`, true);
      written[part] = this.#writtenAs[part] as number;
    }
  }

  #part(kind: TermKind, start: number, end: number): void {
    const words = this.#words;
    const part = words.numberOf(this.#text, start, end);
    let note = words.noteOf(part);
    if (note === 0) {
      note =
        kind === 'word'
          ? SEEN | IS_WORD | (languagesOfStopWord(this.#text.slice(start, end)) << STOPS)
          : SEEN;
      words.note(part, note);
    }
    if (kind !== 'tail') this.#length += this.#weight;
    if (this.#size === this.#parts.length) {
      this.#parts = grown(this.#parts, Uint32Array);
      this.#weights = grown(this.#weights, Uint8Array);
    }
    this.#parts[this.#size] = part;
    this.#weights[this.#size++] = this.#weight;
    const stopIn = note >> STOPS;
    if (stopIn === 0) return;
    for (let at = 0; at < this.#votes.length; at++)
      this.#votes[at] = (this.#votes[at] as number) + ((stopIn >> at) & 1);
  }
}

/** What is noted of a word: that it was looked at, that it is one of a spaced script, and where it is a stop word. */
const SEEN = 1;
const IS_WORD = 2;
const STOPS = 2;

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
