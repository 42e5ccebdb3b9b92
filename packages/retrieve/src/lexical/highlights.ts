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
import { questionParts } from './question-parts.ts';

/** Most stretches that are marked. */
export const MOST_HIGHLIGHTS = 50;

/**
 * Stretches of a public text that stand for words of a question, rising and apart, in UTF-16 units, the end excluded.
 *
 * A word stands for one with the same stem in the language of the text; in scripts without spaces a stretch of the
 * question's characters of two (Thai and its kin: three) on.
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

/** All marks of a text. */
export function marksIn(text: string, query: string): Mark[] {
  const parts = partsOf(text);
  const words = parts.filter(({ kind }) => kind === 'word').map(({ written }) => written);
  const asked = askedFor(query, languageOfWords(words));
  const marks: { from: number; to: number; asked: Set<string> }[] = [];
  for (const part of parts) {
    const found = asked(part, text);
    if (found === undefined) continue;
    const last = marks.at(-1);
    if (last !== undefined && part.start < last.to) {
      last.to = Math.max(last.to, found.to);
      last.asked.add(found.asked);
    } else marks.push({ from: part.start, to: found.to, asked: new Set([found.asked]) });
  }
  return marks;
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
  scanTerms(
    text,
    (kind, start, end) => parts.push({ written: normalizeText(text.slice(start, end)), kind, start, end }),
    () => {},
  );
  return parts;
}

/** Makes the test "this part stands for something the question asks for", which says how far it goes and for what. */
function askedFor(
  query: string,
  language: TermLanguage | undefined,
): (part: TextPart, text: string) => { to: number; asked: string } | undefined {
  const words = new Map<string, string>();
  const grams = new Set<string>();
  const short: { written: string; clusters: number }[] = [];
  for (const { written, kind } of questionParts(query, () => false)) {
    if (kind === 'word') {
      words.set(written, written);
      words.set(stemWord(written, language), written);
    } else if (kind === 'gram') grams.add(written);
    else if (kind === 'short')
      short.push({ written, clusters: clusterStarts(written, 0, written.length).length - 1 });
  }
  return ({ written, kind, start, end }, text) => {
    if (kind === 'word') {
      const asked = words.get(written) ?? words.get(stemWord(written, language));
      return asked === undefined ? undefined : { to: end, asked };
    }
    if (grams.has(written)) return { to: end, asked: written };
    const begun = short.find((each) => written.startsWith(each.written));
    return begun === undefined
      ? undefined
      : { to: clusterStarts(text, start, end)[begun.clusters] ?? end, asked: begun.written };
  };
}
