/**
 * Terms of the plain reference ranker: what a reader could write in an afternoon, for comparison and nothing else.
 *
 * English: words of letters and digits, 33 stop words taken out, Porter's stemmer. Any language: stretches of Han and kana as
 * overlapping pairs, Thai as overlapping triples, everything else as whole words. It is not the search of this project.
 */
import { stemmer } from 'stemmer';

/** Lower-cased terms of a text, in order, repeats included. */
export function referenceTerms(text: string, language: string): string[] {
  const terms: string[] = [];
  for (const [stretch] of text.normalize('NFKC').toLowerCase().matchAll(STRETCH)) {
    if (THAI.test(stretch)) terms.push(...grams(stretch, 3));
    else if (CJK.test(stretch)) terms.push(...grams(stretch, 2));
    else if (language !== 'en') terms.push(stretch);
    else if (!STOP_WORDS.has(stretch)) terms.push(stemmer(stretch));
  }
  return terms;
}

function grams(stretch: string, size: number): string[] {
  const chars = [...stretch];
  if (chars.length <= size) return [stretch];
  return Array.from({ length: chars.length - size + 1 }, (_, at) => chars.slice(at, at + size).join(''));
}

const STRETCH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+|[\p{Script=Thai}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々])[\p{L}\p{M}\p{N}])+/gu;
const THAI = /^\p{Script=Thai}/u;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
/** The list that search engines have long called the English one. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to ' +
    'was will with'
  ).split(' '),
);
