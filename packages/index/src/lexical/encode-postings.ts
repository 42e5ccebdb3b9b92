/**
 * Writes the postings of a run of entries as bytes that are read in place.
 *
 * A function of what the entries show and of the analyser, nothing else: the same entries give the same bytes, whatever
 * stands beside them and on whatever machine, so that unchanged runs are shared between generations.
 */
import { eachTerm, languageOfWords, termOf, type TermKind, type TermLanguage } from '@archive/text';
import type { Entity, Fragment } from '@archive/contract/private';
import {
  LANE_HEADER_NUMBERS,
  LANES,
  layLane,
  MOST_ENTRIES,
  SEGMENT_HEADER_NUMBERS,
  SEGMENT_LANGUAGES,
  SEGMENT_MAGIC,
} from './lane-layout.ts';
import { LaneWriter, type WrittenLane } from './lane-writer.ts';
import { type LexicalField, lexicalFields } from './lexical-fields.ts';

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
  const languages = new Uint32Array(SEGMENT_LANGUAGES.length);
  const text = new Documents(entries.length);
  const face = new Documents(entries.length);
  const gist = new Documents(entries.length);
  for (const [place, { entity, fragment }] of entries.entries()) {
    const found = lexicalFields(entity, fragment);
    if (found === undefined) continue;
    const identifiers = found.identifiers.map(identifierField);
    if (found.lane === 'text') {
      const language = text.add(place, [...found.fields, ...identifiers]);
      const at = SEGMENT_LANGUAGES.indexOf(language ?? '');
      languages[at] = (languages[at] as number) + 1;
    } else {
      face.add(place, [...found.fields, ...identifiers]);
      if (found.gist !== undefined) gist.add(place, [{ text: found.gist, weight: 1 }]);
    }
  }
  return joinSegment(
    entries.length,
    languages,
    [text, face, gist].map((documents) => documents.finish()),
  );
}

/** A field of which only identifiers count. */
interface IdentifierField {
  readonly identifier: string;
}

const identifierField = (identifier: string): IdentifierField => ({ identifier });

/** Terms of one written word: its number as a term, and as a word where the term is another string. */
interface KnownWord {
  readonly term: number;
  readonly word: number;
}

/** Analyses documents into a lane. A word is stemmed once for each language, however often it occurs. */
class Documents {
  readonly #lane: LaneWriter;
  readonly #known = new Map<TermLanguage | undefined, Map<string, KnownWord>>();
  /** What the document holds, in order, as `eachTerm` says it. */
  #written: string[] = [];
  #kinds: TermKind[] = [];
  #weights: number[] = [];

  constructor(size: number) {
    this.#lane = new LaneWriter(size);
  }

  /** @returns the language its words were read as */
  add(place: number, fields: readonly (LexicalField | IdentifierField)[]): TermLanguage | undefined {
    this.#written = [];
    this.#kinds = [];
    this.#weights = [];
    const words: string[] = [];
    for (const field of fields) {
      if ('identifier' in field) {
        eachTerm(field.identifier, (written, kind) => {
          if (kind === 'identifier') this.#push(written, kind, 1);
        });
      } else {
        const { weight } = field;
        eachTerm(field.text, (written, kind) => {
          this.#push(written, kind, weight);
          if (kind === 'word') words.push(written);
        });
      }
    }
    const language = languageOfWords(words);
    let known = this.#known.get(language);
    if (known === undefined) this.#known.set(language, (known = new Map()));
    let length = 0;
    for (let n = 0; n < this.#written.length; n++) {
      const written = this.#written[n] as string;
      const kind = this.#kinds[n] as TermKind;
      const weight = this.#weights[n] as number;
      if (kind !== 'tail' && kind !== 'identifier') length += weight;
      if (kind === 'word') {
        let numbers = known.get(written);
        if (numbers === undefined) known.set(written, (numbers = this.#wordOf(written, language)));
        this.#lane.count(numbers.term, weight);
        if (numbers.word >= 0) this.#lane.count(numbers.word, weight);
      } else this.#lane.count(this.#lane.termOf(termOf(written, kind, language), false), weight);
    }
    this.#lane.endDocument(place, length);
    return language;
  }

  finish(): WrittenLane {
    return this.#lane.finish();
  }

  #push(written: string, kind: TermKind, weight: number): void {
    this.#written.push(written);
    this.#kinds.push(kind);
    this.#weights.push(weight);
  }

  #wordOf(written: string, language: TermLanguage | undefined): KnownWord {
    const term = termOf(written, 'word', language);
    if (term === written) return { term: this.#lane.termOf(term, true), word: -1 };
    return { term: this.#lane.termOf(term, false), word: this.#lane.termOf(`=${written}`, true) };
  }
}

function joinSegment(size: number, languages: Uint32Array, lanes: readonly WrittenLane[]): Uint8Array {
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
  const bytes = new Uint8Array(layouts.reduce((sum, { end }) => sum + end, headerBytes));
  const view = new DataView(bytes.buffer);
  const numbers = [SEGMENT_MAGIC, size, ...languages, ...headers.flatMap((header) => Object.values(header))];
  for (const [at, number] of numbers.entries()) view.setUint32(4 * at, number, true);
  let base = headerBytes;
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
