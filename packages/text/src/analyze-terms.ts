/**
 * The analyser of lexical search: the same terms for what is indexed and for what is asked.
 *
 * Words of spaced scripts are terms as a whole and are stemmed in a language, or brought to the one key of their script's
 * spellings; the form as written, marks kept, stays beside it. Stretches written without spaces
 * become overlapping grams of letters with their marks: two for Chinese and Japanese, three for Thai and its kin, so that
 * no word in the middle is lost, names outside every dictionary are found, and nothing depends on a dictionary that comes
 * with the machine. Towards its end a stretch leaves shorter grams, so that whatever it holds begins some gram.
 *
 * Invariant: NFC, NFD, full width and case make no difference (`normalizeText`).
 */
import { CJK, classOf, LETTER, APOSTROPHE_LIKE, MARK, OTHER, LETTER_LIKE } from './code-point-class.ts';
import { IdentifierScan, type IdentifierVisitor } from './identifier-terms.ts';
import { normalizeText } from './normalize-text.ts';
import { languageOfWords, stemWord, type TermLanguage } from './term-language.ts';

/** Version of the analyser; postings of another version must be written anew. */
export const ANALYZER_VERSION = 'terms/2';

/**
 * `word`: of a spaced script. `gram`: of full size. `short`: a whole stretch shorter than a gram; in a question it stands
 * for every gram that begins with it. `tail`: a shorter gram at the end of a stretch, which no question asks for.
 * `identifier`: exact.
 */
export type TermKind = 'word' | 'gram' | 'short' | 'tail' | 'identifier';

/** One term of a text. */
export interface AnalyzedTerm {
  /** What is compared: the stem or key of a word, a gram, or `#` and an identifier. */
  readonly term: string;
  /** The normalised word, gram or identifier before stemming. */
  readonly written: string;
  readonly kind: TermKind;
  /** Where it begins and ends in the normalised text. */
  readonly start: number;
  readonly end: number;
}

/** A text as terms, and the language its words were stemmed in. */
export interface AnalyzedText {
  readonly terms: readonly AnalyzedTerm[];
  readonly language: TermLanguage | undefined;
}

/**
 * Cuts a text into terms, in order, repeats included; identifiers come last, and their words come as well.
 *
 * @param options.language  of the words; default: what the text itself says
 */
export function analyzeTerms(
  text: string,
  options: { language?: TermLanguage | undefined } = {},
): AnalyzedText {
  const normalized = normalizeText(text);
  const parts: Omit<AnalyzedTerm, 'term'>[] = [];
  const identifiers: Omit<AnalyzedTerm, 'term'>[] = [];
  scanTerms(
    normalized,
    (kind, start, end) => parts.push({ written: normalized.slice(start, end), kind, start, end }),
    (written, start, end) => identifiers.push({ written, kind: 'identifier', start, end }),
  );
  const language =
    'language' in options
      ? options.language
      : languageOfWords(parts.filter(({ kind }) => kind === 'word').map(({ written }) => written));
  return {
    terms: [...parts, ...identifiers].map((part) => ({
      term: termOf(part.written, part.kind, language),
      ...part,
    })),
    language,
  };
}

/** The term that stands for a written word, gram or identifier. */
export function termOf(written: string, kind: TermKind, language: TermLanguage | undefined): string {
  if (kind === 'word') return stemWord(written, language);
  return kind === 'identifier' ? `#${written}` : written;
}

/** Says of a word or gram where it stands in the normalised text. */
export type PartVisitor = (kind: Exclude<TermKind, 'identifier'>, start: number, end: number) => void;

/**
 * Walks over a normalised text (`normalizeText`) and says where its words, grams and identifiers are, before stemming: what
 * {@link analyzeTerms} is made of, for whoever counts a lot of them. Cost: linear in the text.
 *
 * An identifier comes when it is known to be one, so its order among the words means nothing; its words come as well.
 */
export function scanTerms(normalized: string, visit: PartVisitor, visitIdentifier: IdentifierVisitor): void {
  const identifiers = A_DIGIT.test(normalized) ? new IdentifierScan(normalized, visitIdentifier) : undefined;
  let start = -1;
  let current = OTHER;
  for (let at = 0; at < normalized.length; ) {
    let codePoint = normalized.charCodeAt(at);
    if (current === LETTER) {
      // Most of most texts: on to the end of a run of plain letters and digits.
      while (codePoint < 128 && isPlain[codePoint] === 1) {
        at += 1;
        codePoint = at < normalized.length ? normalized.charCodeAt(at) : 128;
      }
      if (at === normalized.length) break;
    }
    if (codePoint >= 0xd800 && codePoint < 0xdc00) codePoint = normalized.codePointAt(at) as number;
    let kind = classOf(codePoint);
    if (kind === APOSTROPHE_LIKE) kind = LETTER;
    else if (kind === MARK) kind = current;
    else if (kind === LETTER_LIKE) kind = OTHER;
    if (kind !== current) {
      if (current === LETTER) {
        visit('word', start, at);
        identifiers?.word(start, at);
      } else if (current !== OTHER) eachGram(normalized, start, at, current === CJK ? 2 : 3, visit);
      start = at;
      current = kind;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  const end = normalized.length;
  if (current === LETTER) {
    visit('word', start, end);
    identifiers?.word(start, end);
  } else if (current !== OTHER) eachGram(normalized, start, end, current === CJK ? 2 : 3, visit);
  identifiers?.end();
}

/** Letters with their marks, overlapping; a stretch no longer than a gram is one gram. */
function eachGram(text: string, from: number, to: number, size: number, visit: PartVisitor): void {
  const starts = clusterStarts(text, from, to);
  const clusters = starts.length - 1;
  for (let at = 0; at < clusters; at++) {
    const end = Math.min(at + size, clusters);
    visit(
      end - at === size ? 'gram' : at === 0 ? 'short' : 'tail',
      starts[at] as number,
      starts[end] as number,
    );
  }
}

/** Where each letter with its marks begins, and the end. */
export function clusterStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = from; at < to; ) {
    const codePoint = text.codePointAt(at) as number;
    if (at === from || !isMark(codePoint)) starts.push(at);
    at += codePoint > 0xffff ? 2 : 1;
  }
  starts.push(to);
  return starts;
}

function isMark(codePoint: number): boolean {
  if (codePoint >= marks.length) return MARK_ONLY.test(String.fromCodePoint(codePoint));
  let known = marks[codePoint] as number;
  if (known === 0) {
    known = MARK_ONLY.test(String.fromCodePoint(codePoint)) ? 2 : 1;
    marks[codePoint] = known;
  }
  return known === 2;
}

const A_DIGIT = /\p{N}/u;
const MARK_ONLY = /\p{M}/u;
const marks = new Uint8Array(0x20000);
/** By code unit: 1 for the letters and digits of ASCII. */
const isPlain = Uint8Array.from({ length: 128 }, (_, unit) => (classOf(unit) === LETTER ? 1 : 0));
