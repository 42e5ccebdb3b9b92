/**
 * Reads a question into what it asks for, without an index: its words, grams and identifiers.
 *
 * Stop words of the question's own language are left out as long as something else is left.
 */
import { isCatalogueNumber, languageOfWords, normalizeText, scanTerms, stopWords } from '@archive/text';
import { type AskedIdentifier, exactIdentifiers, stretchAround } from './exact-identifiers.ts';
import type { QuestionPart } from './question-part.ts';

/**
 * The parts of a question in order, repeats included, identifiers last.
 *
 * An exact identifier stands for its words; so does another catalogue number that a public text holds.
 *
 * @param query       without marks
 * @param isHeld      whether a public text holds an identifier
 * @param beginnings  words that are cut short, normalised: never stop words
 */
export function questionParts(
  query: string,
  isHeld: (identifier: string) => boolean,
  beginnings: readonly string[] = [],
): QuestionPart[] {
  const normalized = normalizeText(query);
  const { parts, identifiers } = partsOf(normalized);
  const whole = identifiers
    .filter(({ written, isExact }) => isExact || (isCatalogueNumber(written) && isHeld(written)))
    .sort((a, b) => a.start - b.start);
  const wholeAround = stretchAround(whole);
  const outside = parts.filter((part) => wholeAround(part) === undefined);
  const words = outside.filter(({ kind }) => kind === 'word').map(({ written }) => written);
  const language = languageOfWords(words, 1);
  const stops = language === undefined ? NONE : stopWords(language);
  const content = [...outside, ...identifiers].filter(
    ({ written, kind }) => kind !== 'word' || !stops.has(written) || beginnings.includes(written),
  );
  return content.length === 0 ? outside : content;
}

/** The exact identifiers of a question, each once, as the analyser writes them. */
export function identifiersAskedFor(query: string): string[] {
  const normalized = normalizeText(query);
  if (!/\p{N}/u.test(normalized)) return [];
  const exact = partsOf(normalized).identifiers.filter(({ isExact }) => isExact);
  return [...new Set(exact.map(({ written }) => written))];
}

function partsOf(normalized: string): { parts: QuestionPart[]; identifiers: AskedIdentifier[] } {
  const parts: QuestionPart[] = [];
  const identifiers: QuestionPart[] = [];
  scanTerms(
    normalized,
    (kind, start, end) => {
      if (kind !== 'tail') parts.push({ written: normalized.slice(start, end), kind, start, end });
    },
    (written, start, end) => identifiers.push({ written, kind: 'identifier', start, end }),
  );
  return { parts, identifiers: exactIdentifiers(normalized, identifiers) };
}

const NONE: ReadonlySet<string> = new Set();
