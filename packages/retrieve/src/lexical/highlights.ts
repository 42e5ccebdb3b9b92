/**
 * Where a public text holds the words of a question, and which part of it to show.
 *
 * Works on the string as it will be shown and on nothing else. It must be given public text only: marks in anything else
 * would say what it holds (decisions 1.5); {@link hitHighlights} sees to that for hits.
 */
import type { EvidenceHit, Highlight } from '@archive/contract';
import {
  clusterStarts,
  languageOfWords,
  normalizeText,
  scanTerms,
  stemWord,
  type TermKind,
  type TermLanguage,
} from '@archive/text';
import { phraseStretches, rememberingNormalizer, unitsOf, unitsOfPhrase } from './phrase-marks.ts';
import { readQuerySyntax } from './query-syntax.ts';
import type { QuestionPart } from './question-part.ts';
import { questionParts } from './question-parts.ts';

/** Most stretches that are marked. */
export const MOST_HIGHLIGHTS = 50;

/**
 * Stretches of a public text that stand for words of a question, rising and apart, in UTF-16 units, the end excluded.
 *
 * A word stands for one with the same stem in the language of the text, one cut short for every word that begins so; in
 * scripts without spaces a stretch of the question's characters of two (Thai and its kin: three) on. A phrase in quotation
 * marks is marked as a whole and nowhere else, an identifier in whatever way the text writes it.
 *
 * @param most  default {@link MOST_HIGHLIGHTS}; the first ones
 */
export function highlights(text: string, query: string, most: number = MOST_HIGHLIGHTS): Highlight[] {
  return marksIn(text, query)
    .slice(0, most)
    .map(({ from, to }): Highlight => [from, to]);
}

/** {@link highlights} of the text of a hit; none for a hit that shows no text. */
export function hitHighlights(hit: EvidenceHit, query: string): Highlight[] {
  return hit.exposure === 'text' ? highlights(hit.text, query) : [];
}

/** A marked stretch, and which words of the question it stands for. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly asked: ReadonlySet<string>;
}

/** All marks of a text, rising and apart. */
export function marksIn(text: string, query: string): Mark[] {
  const { phrases, beginnings, plain, rest } = readQuerySyntax(query);
  const parts = partsOf(text);
  const words = parts.filter(({ kind }) => kind === 'word').map(({ written }) => written);
  // A stop word beside a phrase is as little looked for as one beside words.
  const meant = new Set(questionParts(plain, () => false, beginnings).map(({ written }) => written));
  const wanted = questionParts(rest, () => false, beginnings).filter(({ written }) => meant.has(written));
  const asked = askedFor(wanted, beginnings, languageOfWords(words));
  const marks: Mark[] = [];
  for (const part of parts) {
    const found = asked(part, text);
    if (found !== undefined) marks.push({ from: part.start, to: found.to, asked: new Set([found.asked]) });
  }
  if (phrases.length > 0) {
    const units = unitsOf(text);
    for (const phrase of phrases)
      for (const wanted of unitsOfPhrase(phrase))
        for (const [from, to] of phraseStretches(text, units, wanted))
          marks.push({ from, to, asked: new Set([phrase]) });
  }
  return joined([...marks, ...identifierMarks(text, wanted)]);
}

/** Marks in order, one where some overlap. */
function joined(marks: readonly Mark[]): Mark[] {
  const result: { from: number; to: number; asked: Set<string> }[] = [];
  for (const { from, to, asked } of [...marks].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last !== undefined && from < last.to) {
      last.to = Math.max(last.to, to);
      for (const each of asked) last.asked.add(each);
    } else result.push({ from, to, asked: new Set(asked) });
  }
  return result;
}

/** Identifiers of the question, in whatever way the text writes them. */
function identifierMarks(text: string, asked: readonly QuestionPart[]): Mark[] {
  const wanted = new Set(asked.filter(({ kind }) => kind === 'identifier').map(({ written }) => written));
  const marks: Mark[] = [];
  if (wanted.size === 0) return marks;
  scanTerms(
    foldedInPlace(text),
    () => {},
    (written, from, to) => {
      if (wanted.has(written)) marks.push({ from, to, asked: new Set([written]) });
    },
  );
  return marks;
}

/** A text in the form in which identifiers are read, as far as that keeps every place where it is. */
function foldedInPlace(text: string): string {
  return text.replaceAll(/[A-Z]|[^\0-\x7f]/gu, (char) => {
    const folded = normalizeText(char);
    return folded.length === char.length ? folded : char;
  });
}

interface TextPart {
  readonly written: string;
  readonly kind: TermKind;
  readonly start: number;
  readonly end: number;
}

/** Words and grams of a string as it is written. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const normalized = rememberingNormalizer();
  scanTerms(
    text,
    (kind, start, end) => parts.push({ written: normalized(text.slice(start, end)), kind, start, end }),
    () => {},
  );
  return parts;
}

/** Makes the test "this part stands for something the question asks for", which says how far it goes and for what. */
function askedFor(
  wanted: readonly QuestionPart[],
  beginnings: readonly string[],
  language: TermLanguage | undefined,
): (part: TextPart, text: string) => { to: number; asked: string } | undefined {
  const words = new Map<string, string>();
  const grams = new Set<string>();
  const short: { written: string; clusters: number }[] = [];
  for (const { written, kind } of wanted) {
    if (kind === 'word' && !beginnings.includes(written)) {
      words.set(written, written);
      words.set(stemWord(written, language), written);
    } else if (kind === 'gram') grams.add(written);
    else if (kind === 'short')
      short.push({ written, clusters: clusterStarts(written, 0, written.length).length - 1 });
  }
  return ({ written, kind, start, end }, text) => {
    if (kind === 'word') {
      const stem = stemWord(written, language);
      const asked =
        words.get(written) ??
        words.get(stem) ??
        beginnings.find((beginning) => written.startsWith(beginning) || stem.startsWith(beginning));
      return asked === undefined ? undefined : { to: end, asked };
    }
    if (grams.has(written)) return { to: end, asked: written };
    const begun = short.find((each) => written.startsWith(each.written));
    return begun === undefined
      ? undefined
      : { to: clusterStarts(text, start, end)[begun.clusters] ?? end, asked: begun.written };
  };
}
