/**
 * Postings of a whole index in memory, for an index whose file holds none.
 */
import { ANALYZER_VERSION } from '@archive/text';
import type { Entity, Fragment } from '@archive/contract/private';
import { encodePostings, type LexicalEntry } from './encode-postings.ts';
import { openPostings, type PostingsSegment } from './open-postings.ts';
import { type TermKey, termKey } from './term-table.ts';

/** Lexical structures of an index; fits the port of `@archive/retrieve`. */
export interface IndexPostings {
  readonly analyzer: string;
  readonly segments: readonly PostingsSegment[];
  key(term: string): TermKey;
}

/** Entries of a segment made in memory. */
const SEGMENT_ENTRIES = 65_536;

/**
 * Writes and opens the postings of entries, a segment for every 65,536.
 *
 * Works on a private index as on a served one: nothing is read of a fragment but what a hit on it shows.
 *
 * @param entities  by id; holds the work of every entry
 */
export function buildLexicalIndex(
  entries: Iterable<{ readonly fragment: Fragment }>,
  entities: ReadonlyMap<string, Entity>,
): IndexPostings {
  const segments: PostingsSegment[] = [];
  let run: LexicalEntry[] = [];
  const close = (): void => {
    segments.push(openPostings(encodePostings(run)));
    run = [];
  };
  for (const { fragment } of entries) {
    const entity = entities.get(fragment.entityId);
    if (entity === undefined) throw new RangeError('an entry names a work that the index does not hold');
    run.push({ entity, fragment });
    if (run.length === SEGMENT_ENTRIES) close();
  }
  if (run.length > 0) close();
  return joinSegments(segments);
}

/** Joins the segments of consecutive runs of entries into the lexical structures of an index. */
export function joinSegments(segments: readonly PostingsSegment[]): IndexPostings {
  return { analyzer: ANALYZER_VERSION, segments, key: termKey };
}
