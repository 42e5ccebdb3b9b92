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

function authoredValues(locator: readonly Locator[]): string[] {
  return locator
    .filter(({ scheme }) => !NUMERIC_SCHEMES.has(scheme))
    .flatMap(({ value, end }) => (end === undefined ? [value] : [value, end]))
    .filter((value) => value !== '' && !STRUCTURAL_NUMBER.test(value));
}

const NUMERIC_SCHEMES: ReadonlySet<string> = new Set(['whole', 'timecode', 'chunk']);
/** Digits with separators, or a roman numeral. */
const STRUCTURAL_NUMBER = /^(?:[\p{N}.,:§–-]+|[ivxlcdm]+)$/iu;
