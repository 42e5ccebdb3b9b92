/**
 * Which entries state an identifier that a question names: an ISBN, ISRC or DOI, a long number, a clause number.
 *
 * Exact, letter by letter, in the one form the analyser writes them. Of public text its words, its place and the identifiers
 * of its work; of anything else what a hit narrowed to its place still shows. Gists are not looked at: a ceiling may withhold
 * one.
 */
import type { LexicalIndex } from './lexical-port.ts';
import { positionOf } from './position-of.ts';
import { identifiersAskedFor } from './question-parts.ts';

/** Positions that state an identifier, rising. */
export interface IdentifierEntries {
  /** Of public texts. */
  readonly texts: Uint32Array;
  /** Of anything else. */
  readonly faces: Uint32Array;
}

/** Entries that state any exact identifier of a question. @param query  without marks */
export function identifierEntries(query: string, index: LexicalIndex): IdentifierEntries {
  const keys = identifiersAskedFor(query).map((identifier) => index.key(`#${identifier}`));
  if (keys.length === 0) return NO_IDENTIFIERS;
  const found: Record<keyof IdentifierEntries, Set<number>> = { texts: new Set(), faces: new Set() };
  let first = 0;
  for (const { size, text, face } of index.segments) {
    for (const [lane, to] of [
      [text, found.texts],
      [face, found.faces],
    ] as const) {
      for (const key of keys) {
        const term = lane.documents === 0 ? -1 : lane.find(key);
        if (term < 0) continue;
        for (let n = lane.starts[term] as number; n < (lane.starts[term + 1] as number); n++) {
          const position = positionOf(index, first + (lane.places[n] as number));
          if (position >= 0) to.add(position);
        }
      }
    }
    first += size;
  }
  return { texts: Uint32Array.from(found.texts).sort(), faces: Uint32Array.from(found.faces).sort() };
}

/** Nobody. */
export const NO_IDENTIFIERS: IdentifierEntries = { texts: new Uint32Array(0), faces: new Uint32Array(0) };
