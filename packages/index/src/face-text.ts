/**
 * The released side of a fragment as one string: what stands for it where its own text must not be embedded.
 *
 * Holds nothing that a hit on the fragment does not carry. Two fragments of one work with equal faces cannot be told
 * apart by any query, so retrieval returns one of them (decisions 1.4).
 */
import type { Attribution, Locator } from '@archive/contract';
import { isServableGist, type Entity, type Fragment } from '@archive/contract/private';

/**
 * Joins title, authored locator values, names of creators and speakers, and the released gist by newlines.
 *
 * Structural numbers (pages, times, chapter numbers) and placeholders are left out; repeats are kept once.
 */
export function faceText(entity: Entity, fragment: Fragment): string {
  const gist =
    fragment.disclosure.exposure === 'semantic' && isServableGist(fragment, entity)
      ? [fragment.projection.gist]
      : [];
  const lines = [
    entity.title,
    ...authoredValues(fragment.locator),
    ...names(entity.attribution),
    ...names(fragment.attribution ?? []),
    ...gist,
  ];
  return [...new Set(lines)].join('\n');
}

function names(attribution: readonly Attribution[]): string[] {
  return attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
}

/** The values of a place that its author worded; pages, times and chapter numbers are left out. */
export function authoredValues(locator: readonly Locator[]): string[] {
  return locator
    .filter(({ scheme }) => !NUMERIC_SCHEMES.has(scheme))
    .flatMap(({ scheme, value, end = '' }) => [value, end].filter((part) => !isStructural(scheme, part)))
    .filter((value) => value !== '');
}

function isStructural(scheme: string, value: string): boolean {
  return NUMBER.test(value) || (ROMAN_SCHEMES.has(scheme) && ROMAN.test(value));
}

const NUMERIC_SCHEMES: ReadonlySet<string> = new Set(['whole', 'timecode', 'chunk']);
/** Digits with marks between them. */
const NUMBER = /^[\p{N}.,:§–-]+$/u;
/** Places that books count in roman numerals as well; elsewhere such letters are a word. */
const ROMAN_SCHEMES: ReadonlySet<string> = new Set([
  'page',
  'chapter',
  'section',
  'paragraph',
  'part',
  'volume',
  'book',
]);
/** A roman numeral as it is written, of at most eight letters. */
const ROMAN = /^(?=[ivxlcdm]{1,8}$)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
