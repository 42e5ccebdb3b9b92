/**
 * Maps strings that look alike to one string, for the two comparison forms of the lint.
 *
 * The skeleton is that of UTS 39, then `i l 1 |` and `o 0` taken as one each. Beyond UTS 39 the accents of Latin, Greek,
 * Cyrillic, Hebrew, Arabic and Syriac and the Arabic stretching mark are dropped, since leaving them out (or adding one to
 * every letter) is the cheapest of all disguises; the vowel signs of Indic scripts, Thai and kana are letters to their
 * readers and stay, unless they stand on a digit or a letter of a script that has none. A prototype may be longer than its character (`m` → `rn`), on both sides alike.
 *
 * Not for display, identity or search: a skeleton is only ever compared with another skeleton.
 */
import { composeText, foldCase } from './normalize-text.ts';
import { prototypeOf } from './prototype-of.ts';

/** Case folded first, then made a skeleton: `I` meets `i` and `l`. Cost: linear, cached per character. */
export function foldSkeleton(s: string): string {
  return foldSkeletonComposed(composeText(s));
}

/** Made a skeleton first, then case folded: a Cyrillic `Н` meets `H` and so `h`. Cost: linear, cached per character. */
export function skeletonFold(s: string): string {
  return skeletonFoldComposed(composeText(s));
}

/** `foldSkeleton` of a string that `composeText` has already seen. */
export function foldSkeletonComposed(composed: string): string {
  return mapped(withoutForeignMarks(composed), foldTable);
}

/** `skeletonFold` of a string that `composeText` has already seen. */
export function skeletonFoldComposed(composed: string): string {
  return mapped(withoutForeignMarks(composed), skeletonTable);
}

/** A vowel sign, tone or voicing mark on a letter of a script that has none of that kind is dropped: nobody writes it. */
function withoutForeignMarks(composed: string): string {
  return FOREIGN_MARK.test(composed) ? composed.replace(FOREIGN_MARKS, '') : composed;
}

/** Both forms are maps of single characters, foreign marks apart: what folding does to a character's neighbours, the dropped marks undo. */
function mapped(s: string, table: CharTable): string {
  let result = '';
  for (let at = 0; at < s.length; at++) {
    const unit = s.charCodeAt(at);
    if (unit < 0x80) {
      result += table.ascii[unit];
      continue;
    }
    const codePoint = s.codePointAt(at) as number;
    if (codePoint > 0xffff) at++;
    let image = table.seen.get(codePoint);
    if (image === undefined) {
      image = table.imageOf(String.fromCodePoint(codePoint));
      table.seen.set(codePoint, image);
    }
    result += image;
  }
  return result;
}

function skeletonOf(s: string): string {
  return Array.from(s.normalize('NFD'), (char) => lookAlikeOf(char)).join('');
}

/** Looks up, folds and looks up again: the prototype of a capital is a capital (`M`), whose small letter has one of its own (`rn`). */
function lookAlikeOf(char: string, depth = 0): string {
  if (DROPPED_MARK.test(char) || char === TATWEEL) return '';
  const bare = prototypeOf(char).normalize('NFD').replace(DROPPED_MARKS, '');
  // A Thai mark may look like a Latin accent (U+0E4D); it stays, since to its readers it is a letter.
  const folded = foldCase((bare === '' ? char : bare).normalize('NFKC'));
  if (folded === char || depth === MAX_DEPTH) return folded.replace(DOTTED, 'l');
  return Array.from(folded, (part) => lookAlikeOf(part, depth + 1)).join('');
}

const MAX_DEPTH = 4;
// The subscript iota (U+0345) folds to a letter: it bears marks and is not dropped as one.
const FOREIGN_MARK =
  /(?!\u0345)\p{M}(?<=[\u03450-9\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hangul}]\p{M}+)/u;
const FOREIGN_MARKS = new RegExp(FOREIGN_MARK, 'gu');
const DROPPED_MARK =
  /^(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]$/u;
const DROPPED_MARKS = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;
const TATWEEL = '\u0640';
// UTS 39 itself takes `1`, `|` and `I` for `l`, and `0` for `O`; the small `i` is what it leaves out.
const DOTTED = /i/g;

type CharTable = {
  readonly imageOf: (char: string) => string;
  readonly ascii: readonly string[];
  readonly seen: Map<number, string>;
};

function charTable(imageOf: (char: string) => string): CharTable {
  return {
    imageOf,
    ascii: Array.from({ length: 0x80 }, (_, unit) => imageOf(String.fromCharCode(unit))),
    seen: new Map(),
  };
}

const foldTable = charTable((char) => skeletonOf(foldCase(char)));
const skeletonTable = charTable(skeletonOf);
