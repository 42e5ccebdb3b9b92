/**
 * Which entries state an identifier that a question names: an ISBN, ISRC or DOI, a clause number, a code.
 *
 * Exact, letter by letter, in the one form the analyser writes them. Of public text its words, its place and the identifiers
 * of its work; of anything else what a hit narrowed to its place still shows. Gists are not looked at: a ceiling may withhold
 * one, and is not asked here.
 */
import { normalizeText, scanTerms } from '@archive/text';
import type { LexicalIndex } from './lexical-port.ts';

/** Positions that state every identifier of the question, rising; undefined when it names none. */
export function identifierEntries(query: string, index: LexicalIndex): Uint32Array | undefined {
  const identifiers = new Set<string>();
  scanTerms(
    normalizeText(query),
    () => {},
    (written) => identifiers.add(`#${written}`),
  );
  if (identifiers.size === 0) return undefined;
  const keys = [...identifiers].map((identifier) => index.key(identifier));
  const found: number[] = [];
  let first = 0;
  for (const { size, text, face } of index.segments) {
    const stated = new Uint8Array(size);
    for (const [at, key] of keys.entries()) {
      for (const lane of [text, face]) {
        const term = lane.documents === 0 ? -1 : lane.find(key);
        if (term < 0) continue;
        for (let n = lane.starts[term] as number; n < (lane.starts[term + 1] as number); n++) {
          const place = lane.places[n] as number;
          if (stated[place] === at) stated[place] = at + 1;
        }
      }
    }
    for (let place = 0; place < size; place++) {
      if (stated[place] !== keys.length) continue;
      const position =
        index.positions === undefined ? first + place : (index.positions[first + place] as number);
      if (position >= 0) found.push(position);
    }
    first += size;
  }
  return Uint32Array.from(found);
}
