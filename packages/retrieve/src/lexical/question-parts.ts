/**
 * Reads a question into what it asks for, without an index: its words, grams and identifiers.
 *
 * Stop words of the question's own language are left out as long as something else is left.
 */
import {
  isCatalogueNumber,
  languageOfWords,
  normalizeText,
  scanTerms,
  stopWords,
  type TermKind,
} from '@archive/text';

/** A word, gram or identifier of a question, and where it stands in its normalised form. */
export interface QuestionPart {
  readonly written: string;
  readonly kind: TermKind;
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a question in order, repeats included, identifiers last.
 *
 * @param isHeld  whether a public text holds an identifier: a catalogue number that one holds stands for its words
 */
export function questionParts(query: string, isHeld: (identifier: string) => boolean): QuestionPart[] {
  const normalized = normalizeText(query);
  const parts: QuestionPart[] = [];
  const identifiers: QuestionPart[] = [];
  scanTerms(
    normalized,
    (kind, start, end) => {
      if (kind !== 'tail') parts.push({ written: normalized.slice(start, end), kind, start, end });
    },
    (written, start, end) => identifiers.push({ written, kind: 'identifier', start, end }),
  );
  const whole = identifiers.filter(({ written }) => isCatalogueNumber(written) && isHeld(written));
  const outside = parts.filter(
    ({ start, end }) => !whole.some((code) => code.start <= start && end <= code.end),
  );
  const words = outside.filter(({ kind }) => kind === 'word').map(({ written }) => written);
  const language = languageOfWords(words, 1);
  const stops = language === undefined ? NONE : stopWords(language);
  const content = [...outside, ...identifiers].filter(
    ({ written, kind }) => kind !== 'word' || !stops.has(written),
  );
  return content.length === 0 ? outside : content;
}

const NONE: ReadonlySet<string> = new Set();
