/**
 * The part of an id that is made from a name (decisions 1.10).
 *
 * Latin names stay readable; a name of which too little would be left becomes a digest, keyed when the work is private,
 * since whoever guesses a name could confirm it by its plain digest.
 */
import { createHash, createHmac } from 'node:crypto';

const SLUG_MAX_CHARS = 80;
const DIGEST_CHARS = 10;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Folds a name to `[a-z0-9._-]`: NFKC, lower case, Latin letters without their marks, other runs to one dash. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøđłþð]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-');
}

const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
};

/**
 * Makes the slug of a name: at most 80 of `[a-z0-9._-]`, or `x-` and ten hex digits.
 *
 * @param key  the secret that digests of private names are keyed with; absent for public ones
 */
export function slugOf(name: string, key?: Uint8Array): string {
  const plain = folded(name);
  const slug = plain.slice(0, SLUG_MAX_CHARS).replace(/^[-.]+|[-.]+$/g, '');
  const survives = slug !== '' && lettersOf(plain) * 2 >= lettersOf(name.normalize('NFKC'));
  if (survives) return slug;
  const canonical = name.normalize('NFC');
  const digest = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return `x-${digest.update(canonical).digest('hex').slice(0, DIGEST_CHARS)}`;
}
