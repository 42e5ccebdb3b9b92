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

function authoredValues({ scheme, value, end = '' }: Locator): string[] {
  if (STRUCTURAL_SCHEMES.has(scheme)) return [];
  return [value, end].filter((part) => part !== '' && !STRUCTURAL_NUMBER.test(part));
}

const STRUCTURAL_SCHEMES: ReadonlySet<string> = new Set(['whole', 'timecode', 'chunk']);
/** Digits with marks between them, or a roman numeral. */
const STRUCTURAL_NUMBER = /^(?:[\p{N}.,:§–-]+|[ivxlcdm]+)$/iu;
