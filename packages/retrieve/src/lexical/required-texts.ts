/**
 * Which public texts hold every phrase and every beginning of a word that a question demands.
 *
 * Postings find who may, the text itself says who does. Nothing but public text is ever asked: a phrase that could be
 * tried on what is not shown would read it out (decisions 1.5).
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { containsPhrase, hasUnspacedScript, normalizeText, scanTerms } from '@archive/text';
import { authoredValues } from '../face-text.ts';
import type { LexicalIndex, LexicalLane } from './lexical-port.ts';
import { groupsOf, type TermGroup, termsInLane } from './lexical-query.ts';
import type { QuerySyntax } from './query-syntax.ts';

/** What is asked for the text at a position: a retrieval index fits. */
export interface TextSource {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly entries: { at(position: number): { readonly fragment: Fragment } | undefined };
  readonly lexical?: LexicalIndex;
}

/** Phrases, and beginnings of words, that are looked for; any more are not. */
const MOST_DEMANDS = 4;
/** Texts that are read for one question; those after them are not. */
const MOST_READ = 1_000;

/**
 * Positions of the public texts that meet every demand, rising; undefined when nothing is demanded.
 *
 * A phrase stands in one field as whole words, consecutive and in order, as `containsPhrase` of `@archive/text` reads them.
 * A beginning stands at the beginning of a word or of its stem; in a script without spaces, anywhere.
 *
 * The work is bounded: of phrases, and of beginnings, the first four that differ are demanded, and of the texts that may
 * hold the phrases the first 1,000 are read: what comes after them is not found. A phrase without a word demands nothing.
 */
export function requiredTexts(
  { phrases, prefixes }: QuerySyntax,
  source: TextSource,
): Uint32Array | undefined {
  const { lexical } = source;
  if (phrases.length + prefixes.length === 0) return undefined;
  if (lexical === undefined) return new Uint32Array(0);
  const runs = prefixes.filter(hasUnspacedScript);
  const verified = [...new Set([...phrases, ...runs].map(normalizeText))]
    .map((phrase) => ({ phrase, groups: phraseGroups(phrase, lexical) }))
    .filter(({ groups }) => groups.length > 0)
    .slice(0, MOST_DEMANDS);
  const beginnings = [...new Set(prefixes.filter((prefix) => !hasUnspacedScript(prefix)).map(normalizeText))];
  const groups = [
    ...verified.flatMap((phrase) => phrase.groups),
    ...beginnings.slice(0, MOST_DEMANDS).map((beginning) => prefixGroup(beginning, lexical)),
  ];
  if (groups.length === 0) return undefined;
  const found: number[] = [];
  let first = 0;
  let unread = MOST_READ;
  for (const { size, text } of lexical.segments) {
    for (const place of placesWithAll(text, groups)) {
      const position =
        lexical.positions === undefined ? first + place : (lexical.positions[first + place] as number);
      if (position < 0) continue;
      if (verified.length > 0 && unread-- === 0) return Uint32Array.from(found);
      if (verified.every(({ phrase }) => holds(source, position, phrase))) found.push(position);
    }
    first += size;
  }
  return Uint32Array.from(found);
}

/** Groups that a text with the phrase must have; words only, stop words too. */
function phraseGroups(normalized: string, lexical: LexicalIndex): TermGroup[] {
  const parts: Parameters<typeof groupsOf>[0][number][] = [];
  scanTerms(
    normalized,
    (kind, start, end) => {
      if (kind !== 'tail') parts.push({ written: normalized.slice(start, end), kind, start, end });
    },
    () => {},
  );
  return groupsOf(parts, lexical);
}

function prefixGroup(written: string, lexical: LexicalIndex): TermGroup {
  const terms = [written, `=${written}`];
  return { written, terms, keys: terms.map((term) => lexical.key(term)), isOpen: true, repeats: 1 };
}

/** Places of a segment that every group stands at, rising. */
function placesWithAll(lane: LexicalLane, groups: readonly TermGroup[]): number[] {
  if (lane.documents === 0) return [];
  const found = groups.map((group) => {
    const terms = termsInLane(lane, group);
    return { terms, postings: terms.reduce((sum, term) => sum + postingsOf(lane, term), 0) };
  });
  // Rarest first: a group that no place has ends it before a common one is gone through.
  found.sort((a, b) => a.postings - b.postings);
  if (found[0]?.postings === 0) return [];
  const met = new Uint16Array(lane.lengths.length);
  for (const [at, { terms }] of found.entries()) {
    for (const term of terms) {
      for (let n = lane.starts[term] as number; n < (lane.starts[term + 1] as number); n++) {
        const place = lane.places[n] as number;
        if (met[place] === at) met[place] = at + 1;
      }
    }
  }
  const places: number[] = [];
  for (let place = 0; place < met.length; place++)
    if (met[place] === groups.length && lane.lengths[place] !== 0) places.push(place);
  return places;
}

function postingsOf({ starts }: LexicalLane, term: number): number {
  return (starts[term + 1] as number) - (starts[term] as number);
}

/** Whether one field of a public text holds the phrase. */
function holds({ entities, entries }: TextSource, position: number, phrase: string): boolean {
  const fragment = entries.at(position)?.fragment;
  const entity = fragment === undefined ? undefined : entities.get(fragment.entityId);
  if (fragment === undefined || entity === undefined) return false;
  const { raw, exposure } = fragment.disclosure;
  if (raw !== 'public' || exposure !== 'text') return false;
  return fieldsOf(fragment, entity).some((field) => containsPhrase(field, phrase));
}

/** The strings of a public text that may be looked up. */
export function fieldsOf(fragment: Fragment, entity: Entity): string[] {
  const names = [...entity.attribution, ...(fragment.attribution ?? [])]
    .filter(({ placeholder }) => placeholder === undefined)
    .map(({ name }) => name);
  return [
    entity.title,
    fragment.text,
    fragment.summary ?? '',
    ...names,
    ...fragment.locator.flatMap(authoredValues),
  ];
}
