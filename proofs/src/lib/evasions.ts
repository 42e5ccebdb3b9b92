/**
 * Ways to write a quotation so that it reads the same and compares differently.
 *
 * Each keeps the words for a reader's eye. Digits spelled out and reordered words are not here: they are known to pass.
 */
import type { Random } from './seeded-random.ts';

/** One way of hiding a quotation. */
export interface Evasion {
  readonly name: string;
  /** The words, written so. */
  rewrite(words: readonly string[], random: Random): string;
}

/** Puts an invisible character inside every word. */
function inside(name: string, mark: string): Evasion {
  return {
    name,
    rewrite: (words, random) =>
      words
        .map((word) => {
          const letters = [...word];
          const at = letters.length < 2 ? letters.length : random.between(1, letters.length - 1);
          return [...letters.slice(0, at), mark, ...letters.slice(at)].join('');
        })
        .join(' '),
  };
}

/** Replaces letters by others that look the same. */
function lookAlike(name: string, from: string, to: string): Evasion {
  const [plain, twins] = [[...from], [...to]];
  return {
    name,
    rewrite: (words) => [...words.join(' ')].map((letter) => twins[plain.indexOf(letter)] ?? letter).join(''),
  };
}

const fullWidth = (letter: string): string =>
  /[!-~]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0) : letter;
const tagged = (letter: string): string =>
  /[ -~]/.test(letter) ? String.fromCodePoint(0xe0000 + (letter.codePointAt(0) as number)) : '';

/** Every way that the lint must see through. */
export const EVASIONS: readonly Evasion[] = [
  { name: 'as written', rewrite: (words) => words.join(' ') },
  { name: 'upper case', rewrite: (words) => words.join(' ').toUpperCase() },
  { name: 'decomposed', rewrite: (words) => words.join(' ').normalize('NFD') },
  { name: 'full width', rewrite: (words) => [...words.join(' ')].map(fullWidth).join('') },
  inside('soft hyphens', '\u00ad'),
  inside('grapheme joiners', '\u034f'),
  inside('word joiners', '\u2060'),
  inside('zero-width spaces', '\u200b'),
  inside('variation selectors', '\ufe0f'),
  inside('Hangul fillers', '\u3164'),
  inside('tag characters', '\u{e0061}'),
  inside('direction marks', '\u202e'),
  {
    name: 'tag twins',
    rewrite: (words) => words.map((word) => `${word}${[...word].map(tagged).join('')}`).join(' '),
  },
  lookAlike('Cyrillic letters', 'aceopxyAEOPXTKMHBC', 'асеорхуАЕОРХТКМНВС'),
  lookAlike('Greek letters', 'oOAEHKMNTXZ', 'οΟΑΕΗΚΜΝΤΧΖ'),
  lookAlike('l and I', 'l', 'I'),
  lookAlike('zero for o', 'o', '0'),
  { name: 'hyphens between words', rewrite: (words) => words.join('-') },
  { name: 'no spaces', rewrite: (words) => words.join('') },
  { name: 'spaced letters', rewrite: (words) => [...words.join('')].join(' ') },
  { name: 'emphasis marks', rewrite: (words) => words.map((word) => `*${word}*`).join(' ') },
  { name: 'numbered words', rewrite: (words) => words.map((word, at) => `${at + 1} ${word}`).join(' ') },
];
