/**
 * Prepares a string for run matching: its words and its unspaced characters, each in both comparison forms.
 *
 * Words are read across the whole string, whatever unspaced characters stand between them, so a Han character after
 * every word hides nothing; in the same way the characters of `cjk` and of `sea` are each read across the whole string.
 * Each item also carries the number of its stretch, for callers that want runs inside one stretch only.
 *
 * Invariant: items come in the order of the string; equal items are equal strings, so a caller may intern them.
 */
import { CJK, classOf, isUnspaced, isUnspacedMark, LETTER, LETTER_LIKE, MARK } from './code-point-class.ts';
import { composeText } from './normalize-text.ts';
import { isDrawnLetter } from './prototype-of.ts';
import { foldSkeletonComposed, skeletonFoldComposed } from './skeleton.ts';

/** What is counted: words, or code points of one of the two families of scripts written without spaces. */
export type UnitKind = 'words' | 'cjk' | 'sea';

/** The units of one kind in one comparison form; the three arrays have the same length. */
export type UnitSequence = {
  /** What to compare, one string per unit, never empty. */
  readonly items: readonly string[];
  /** Where each unit begins in `Analysis.text`, in UTF-16 units. */
  readonly starts: Uint32Array;
  /**
   * The number of the stretch the unit stands in, from 0, rising. A stretch of words ends at an unspaced character; a
   * stretch of unspaced characters ends at a word or at a character of the other family, not at punctuation or space.
   */
  readonly stretches: Uint32Array;
};

/** One comparison form of a string. */
export type ComparisonForm = Readonly<Record<UnitKind, UnitSequence>>;

/** A string made ready for run matching. */
export type Analysis = {
  /** The string as it was given. */
  readonly written: string;
  /** The string without invisible characters, in NFKC, line-end hyphenation joined, case kept. */
  readonly text: string;
  /**
   * fold → skeleton, then skeleton → fold; a run found in either counts. In the first, symbols separate words (`a|b` is
   * two); in the second those that look like letters are letters (`he||o` is one). `cjk` and `sea` are the same objects in both.
   */
  readonly forms: readonly [foldSkeleton: ComparisonForm, skeletonFold: ComparisonForm];
};

/** Prepares a string for run matching. Cost: linear in the string, 2 MB in some hundred milliseconds. */
export function analyze(s: string): Analysis {
  const text = composeText(s);
  const foldWords = new Sequence();
  const skeletonWords = new Sequence();
  const cjk = new Sequence();
  const sea = new Sequence();
  const foldCache = new Map<string, string>();
  const skeletonCache = new Map<string, string>();
  const charCache = new Map<number, string>();
  let foldStart = -1;
  let skeletonStart = -1;
  let hasLetter = false;
  let inWord = false;

  const endFoldWord = (end: number): void => {
    if (foldStart < 0) return;
    const item = cached(foldCache, text.slice(foldStart, end), foldSkeletonComposed);
    if (item !== '') foldWords.push(item, foldStart);
    foldStart = -1;
  };
  const endSkeletonWord = (end: number): void => {
    if (skeletonStart < 0) return;
    const item = hasLetter ? cached(skeletonCache, text.slice(skeletonStart, end), skeletonFoldComposed) : '';
    if (item !== '') skeletonWords.push(item, skeletonStart);
    skeletonStart = -1;
    hasLetter = false;
  };

  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    const written = classOf(codePoint);
    // A Thai, kana or Khmer mark on a letter that is neither belongs to that letter, and the forms drop it.
    const kind: number = inWord && isUnspaced(written) && isUnspacedMark(codePoint) ? MARK : written;
    inWord = kind === LETTER || kind === LETTER_LIKE || (inWord && kind === MARK);
    if (kind === LETTER) {
      if (foldStart < 0) foldStart = at;
      if (skeletonStart < 0) skeletonStart = at;
      hasLetter = true;
      cjk.interrupt();
      sea.interrupt();
    } else if (kind === LETTER_LIKE) {
      endFoldWord(at);
      if (skeletonStart < 0) skeletonStart = at;
      if (isDrawnLetter(codePoint)) hasLetter = true;
    } else if (kind !== MARK) {
      endFoldWord(at);
      endSkeletonWord(at);
      if (isUnspaced(kind)) {
        let item = charCache.get(codePoint);
        if (item === undefined) {
          item = skeletonFoldComposed(String.fromCodePoint(codePoint));
          charCache.set(codePoint, item);
        }
        if (item !== '') (kind === CJK ? cjk : sea).push(item, at);
        (kind === CJK ? sea : cjk).interrupt();
        foldWords.interrupt();
        skeletonWords.interrupt();
      }
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  endFoldWord(text.length);
  endSkeletonWord(text.length);
  const unspaced = { cjk: cjk.finish(), sea: sea.finish() };
  return {
    written: s,
    text,
    forms: [
      { words: foldWords.finish(), ...unspaced },
      { words: skeletonWords.finish(), ...unspaced },
    ],
  };
}

function cached(cache: Map<string, string>, word: string, form: (composed: string) => string): string {
  let item = cache.get(word);
  if (item === undefined) {
    item = form(word);
    cache.set(word, item);
  }
  return item;
}

/** Collects the units of one kind; `interrupt` ends the stretch before the next unit. */
class Sequence {
  readonly #items: string[] = [];
  readonly #starts: number[] = [];
  readonly #stretches: number[] = [];
  #stretch = 0;
  #interrupted = false;

  push(item: string, start: number): void {
    if (this.#interrupted && this.#items.length > 0) this.#stretch++;
    this.#interrupted = false;
    this.#items.push(item);
    this.#starts.push(start);
    this.#stretches.push(this.#stretch);
  }

  interrupt(): void {
    this.#interrupted = true;
  }

  finish(): UnitSequence {
    return {
      items: this.#items,
      starts: Uint32Array.from(this.#starts),
      stretches: Uint32Array.from(this.#stretches),
    };
  }
}
