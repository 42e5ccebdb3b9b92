/**
 * The strings that a hit of a fragment shows to words, one by one: what may be looked up, and nothing else (decisions 1.5).
 */
import { type Entity, type Fragment, isServableGist } from '@archive/contract/private';
import { authoredValues } from '../face-text.ts';

/** Whether the text of a fragment is public and shown. */
export function isPublicText({ disclosure: { raw, exposure } }: Fragment): boolean {
  return raw === 'public' && exposure === 'text';
}

/** The strings of a public text, its words first. */
export function textFields(fragment: Fragment, entity: Entity): string[] {
  return [fragment.text, fragment.summary ?? '', ...placeFields(fragment, entity)];
}

/** The strings that every hit of a fragment shows, whatever its exposure: title, names, authored place. */
export function placeFields(fragment: Fragment, entity: Entity): string[] {
  const names = [...entity.attribution, ...(fragment.attribution ?? [])]
    .filter(({ placeholder }) => placeholder === undefined)
    .map(({ name }) => name);
  return [entity.title, ...names, ...fragment.locator.flatMap(authoredValues)];
}

/** The gist of a fragment that shows one. */
export function gistFields(fragment: Fragment, entity: Entity): string[] {
  return fragment.disclosure.exposure === 'semantic' && isServableGist(fragment, entity)
    ? [fragment.projection.gist]
    : [];
}
