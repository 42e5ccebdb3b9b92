/**
 * The face of a fragment as text: what a vector is made from when it must hold nothing unreleased (decisions 1.4).
 *
 * Here it only tells which fragments of a work look the same from outside; `@archive/index` embeds it.
 */
import type { Locator } from '@archive/contract';
import { type Entity, type Fragment, isServableGist } from '@archive/contract/private';

/**
 * Writes the face: title, authored locator values, names of creators and speakers, and the gist if it is released, one
 * a line, repeats once. Structural numbers and placeholders are left out.
 */
export function faceText(entity: Entity, fragment: Fragment): string {
  const lines = new Set([entity.title, ...fragment.locator.flatMap(authoredValues)]);
  for (const { name, placeholder } of [...entity.attribution, ...(fragment.attribution ?? [])]) {
    if (placeholder === undefined) lines.add(name);
  }
  if (fragment.disclosure.exposure === 'semantic' && isServableGist(fragment, entity))
    lines.add(fragment.projection.gist);
  return Array.from(lines).join('\n');
}

/** The values of a place that its author worded; pages, times and chapter numbers are left out. */
export function authoredValues({ scheme, value, end = '' }: Locator): string[] {
  if (STRUCTURAL_SCHEMES.has(scheme)) return [];
  return [value, end].filter((part) => part !== '' && !isStructural(scheme, part));
}

function isStructural(scheme: string, value: string): boolean {
  return NUMBER.test(value) || (ROMAN_SCHEMES.has(scheme) && ROMAN.test(value));
}

const STRUCTURAL_SCHEMES: ReadonlySet<string> = new Set(['whole', 'timecode', 'chunk']);
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
