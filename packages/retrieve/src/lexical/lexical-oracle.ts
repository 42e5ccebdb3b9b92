/**
 * The slow, obvious form of lexical search, for tests: reads every fragment and counts, without postings.
 *
 * It states the rules once more in their plainest form: which strings of a fragment may be looked up, what each counts,
 * and the formula. Nothing is shared with the fast form but the analyser.
 */
import {
  type AnalyzedTerm,
  analyzeTerms,
  isCatalogueNumber,
  languageOfWords,
  normalizeText,
  stopWords,
  TERM_LANGUAGES,
  termOf,
  type TermLanguage,
} from '@archive/text';
import { type Entity, type Fragment, isServableGist } from '@archive/contract/private';
import { authoredValues } from '../face-text.ts';
import { exactIdentifiers } from './exact-identifiers.ts';
import type { LexicalScores } from './lexical-scores.ts';

/** What the oracle reads. */
export interface LexicalSource {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly entries: Iterable<{ readonly fragment: Fragment }>;
}

interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly language: TermLanguage | undefined;
}

interface Document {
  readonly position: number;
  readonly shown: Counted;
  readonly isText: boolean;
  /** Only where a gist is shown. */
  readonly gist?: Counted;
}

/** Scores as {@link lexicalScores} must. */
export function oracleLexicalScores(
  query: string,
  source: LexicalSource,
  beginnings: readonly string[] = [],
): LexicalScores {
  const documents = [...source.entries].flatMap(({ fragment }, position) =>
    documentOf(fragment, source.entities.get(fragment.entityId) as Entity, position),
  );
  // A text without a single term counts in no statistic.
  const texts = documents.filter(({ isText, shown }) => isText && shown.counts.size > 0);
  const average =
    texts.length === 0 ? 0 : texts.reduce((sum, { shown }) => sum + shown.length, 0) / texts.length;
  const groups = groupsOf(query, documents, beginnings).map((group) => {
    const holding = texts.filter(({ shown }) => countIn(shown, group.isTerm) > 0).length;
    const idf = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
    return { ...group, weight: idf * (1.2 + 1) * group.repeats };
  });
  const valueOf = (parts: readonly Counted[], isText: boolean): number => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const norm = 1.2 * (1 - 0.75 + 0.75 * (average === 0 ? 1 : length / average));
    let value = 0;
    for (const { isTerm, weight, isBeginning } of groups) {
      const often = parts.reduce((sum, part) => sum + countIn(part, isTerm), 0);
      // What is cut short is asked of public text alone, and counts once in it.
      const count = isBeginning ? Math.min(often, isText ? 1 : 0) : often;
      if (count > 0) value += (weight * count) / (count + norm);
    }
    return value;
  };
  const found = documents
    .map(({ position, shown, gist, isText }) => ({
      position,
      value: valueOf(gist === undefined ? [shown] : [shown, gist], isText),
      withoutGist: valueOf([shown], isText),
    }))
    .filter(({ value }) => value > 0);
  return {
    positions: Uint32Array.from(found, ({ position }) => position),
    values: Float64Array.from(found, ({ value }) => value),
    withoutGist: Float64Array.from(found, ({ withoutGist }) => withoutGist),
    attainable: groups.reduce((sum, { weight }) => sum + weight, 0),
  };
}

function documentOf(fragment: Fragment, entity: Entity, position: number): Document[] {
  const { raw, exposure } = fragment.disclosure;
  if (exposure === 'none') return [];
  const isText = raw === 'public' && exposure === 'text';
  const names = [...entity.attribution, ...(fragment.attribution ?? [])]
    .filter(({ placeholder }) => placeholder === undefined)
    .map(({ name }) => name);
  const once = [...new Set([...fragment.locator.flatMap(authoredValues), ...names])];
  const strings = [
    entity.title,
    entity.title,
    ...once,
    ...(isText ? [fragment.summary ?? '', fragment.text] : []),
  ];
  const stated = [
    ...entity.identifiers.filter(({ scheme }) => scheme !== 'url').map(({ value }) => value),
    ...(isText ? fragment.locator.flatMap(({ value, end }) => [value, end ?? '']) : []),
  ];
  const shown = count(strings, strings.slice(1), stated);
  const gist =
    !isText && exposure === 'semantic' && isServableGist(fragment, entity)
      ? count([fragment.projection.gist], [fragment.projection.gist], [])
      : undefined;
  const document = { position, shown, isText };
  return [gist === undefined ? document : { ...document, gist }];
}

/**
 * @param weighted  each string as often as it counts
 * @param once      each string once
 * @param stated    strings of which only identifiers count
 */
function count(weighted: readonly string[], once: readonly string[], stated: readonly string[]): Counted {
  const termsOf = (texts: readonly string[]): AnalyzedTerm[] =>
    texts.flatMap((text) => analyzeTerms(text).terms);
  const terms = termsOf(weighted).filter(({ kind }) => kind !== 'identifier');
  const words = termsOf(once).filter(({ kind }) => kind === 'word');
  const language = languageOfWords(words.map(({ written }) => written));
  const counts = new Map<string, number>();
  const add = (term: string): void => void counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const { written, kind } of terms) {
    const term = termOf(written, kind, language);
    add(term);
    if (term !== written) add(`=${written}`);
  }
  for (const { term, kind } of termsOf([...once, ...stated])) if (kind === 'identifier') add(term);
  return {
    counts,
    length: lengthOf(terms.filter(({ kind }) => kind !== 'tail').length, counts.size),
    language,
  };
}

function lengthOf(terms: number, distinct: number): number {
  return distinct === 0 ? 0 : Math.min(Math.max(terms, 1), 65_535);
}

function countIn({ counts }: Counted, isTerm: (term: string) => boolean): number {
  let sum = 0;
  for (const [term, times] of counts) if (isTerm(term)) sum += Math.min(times, 255);
  return sum;
}

interface Group {
  readonly isTerm: (term: string) => boolean;
  readonly isBeginning: boolean;
  readonly repeats: number;
}

function groupsOf(query: string, documents: readonly Document[], beginnings: readonly string[]): Group[] {
  const { terms } = analyzeTerms(query);
  const isHeld = (term: string): boolean =>
    documents.some(({ isText, shown }) => isText && shown.counts.has(term));
  const codes = exactIdentifiers(
    normalizeText(query),
    terms.filter(({ kind }) => kind === 'identifier'),
  );
  const parts = terms.filter(({ kind }) => kind !== 'identifier' && kind !== 'tail');
  // A part of an exact identifier is not looked for by itself, nor one of a held catalogue number.
  const bare = codes.filter(
    ({ written, isExact }) => isExact || (isCatalogueNumber(written) && isHeld(`#${written}`)),
  );
  const outside = parts.filter(
    (part) => !bare.some((code) => code.start <= part.start && part.end <= code.end),
  );
  const guess = languageOfWords(
    outside.filter(({ kind }) => kind === 'word').map(({ written }) => written),
    1,
  );
  const content = [...outside, ...codes].filter(
    ({ written, kind }) =>
      kind !== 'word' ||
      guess === undefined ||
      !stopWords(guess).has(written) ||
      beginnings.includes(written),
  );
  const asked = content.length === 0 ? outside : content;
  const languages = TERM_LANGUAGES.filter((language) =>
    documents.some(({ isText, shown }) => isText && shown.language === language),
  );
  const groups = new Map<string, Group & { repeats: number }>();
  for (const { written, kind } of asked) {
    const name = kind === 'identifier' ? `#${written}` : written;
    const before = groups.get(name);
    if (before !== undefined) before.repeats++;
    else {
      const forms = new Set([name]);
      if (kind === 'word') {
        for (const language of [undefined, ...languages]) forms.add(termOf(written, kind, language));
        // Marks of a script tell: a text that writes the word as the question does counts it once more.
        if (termOf(written, kind, undefined) !== written) forms.add(`=${written}`);
      }
      const isBeginning = kind === 'word' && beginnings.includes(written);
      const isTerm = (other: string): boolean =>
        kind === 'short' || isBeginning
          ? other.startsWith(written) || (isBeginning && other.startsWith(`=${written}`))
          : forms.has(other);
      groups.set(name, { isTerm, isBeginning, repeats: 1 });
    }
  }
  return [...groups.values()];
}
