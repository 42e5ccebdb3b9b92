/**
 * What a question looks for: groups of terms, each worth something.
 *
 * A group is one word of the question in every form the index may hold it in: as written, and stemmed in each language the
 * index states. Stop words of the question's own language are left out as long as something else is left.
 */
import { eachTerm, languageOfWords, stopWords, stemWord, TERM_LANGUAGES, type TermKind } from '@archive/text';
import type { LexicalIndex, LexicalKey, LexicalLane } from './lexical-port.ts';

/** One thing a question looks for. */
export interface TermGroup {
  /** As the question writes it, normalised. */
  readonly written: string;
  /** Terms that stand for it, or, with `isOpen`, that begin one that does. */
  readonly terms: readonly string[];
  readonly keys: readonly LexicalKey[];
  readonly isOpen: boolean;
  /** How often the question says it. */
  readonly repeats: number;
}

/** Reads a question against an index. Groups come in the order in which the question first says them. */
export function lexicalQuery(query: string, index: LexicalIndex): TermGroup[] {
  const said = new Map<string, { written: string; kind: TermKind; repeats: number }>();
  const words: string[] = [];
  eachTerm(query, (written, kind) => {
    if (kind === 'tail') return;
    if (kind === 'word') words.push(written);
    const name = kind === 'identifier' ? `#${written}` : written;
    const before = said.get(name);
    if (before === undefined) said.set(name, { written, kind, repeats: 1 });
    else before.repeats++;
  });
  const language = languageOfWords(words, 1);
  const stops = language === undefined ? NONE : stopWords(language);
  const all = [...said.values()];
  const content = all.filter(({ written, kind }) => kind !== 'word' || !stops.has(written));
  const languages = languagesOf(index);
  return (content.length === 0 ? all : content).map(({ written, kind, repeats }) => {
    const terms =
      kind === 'word'
        ? [...new Set([written, ...languages.map((each) => stemWord(written, each))])]
        : [kind === 'identifier' ? `#${written}` : written];
    return { written, terms, keys: terms.map((term) => index.key(term)), isOpen: kind === 'short', repeats };
  });
}

/** The numbers of a group's terms in a lane, each once. */
export function termsInLane(lane: LexicalLane, { keys, isOpen }: TermGroup): number[] {
  const found: number[] = [];
  if (lane.documents === 0) return found;
  for (const key of keys) {
    if (isOpen) {
      const [from, to] = lane.range(key);
      for (let term = from; term < to; term++) found.push(term);
    } else {
      const term = lane.find(key);
      if (term >= 0) found.push(term);
    }
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();
const languagesKnown = new WeakMap<LexicalIndex, readonly (typeof TERM_LANGUAGES)[number][]>();

/** Languages that texts of the index were read as. */
function languagesOf(index: LexicalIndex): readonly (typeof TERM_LANGUAGES)[number][] {
  let languages = languagesKnown.get(index);
  if (languages === undefined) {
    languages = TERM_LANGUAGES.filter((language) =>
      index.segments.some((segment) => (segment.languages[language] ?? 0) > 0),
    );
    languagesKnown.set(index, languages);
  }
  return languages;
}
