/**
 * Small works for the tests of this package, every fragment of words that occur nowhere else.
 */
import type { Entity, FragmentInput } from '@archive/contract/private';
import type { DraftableWork } from './draftable-work.ts';

/** A private work that asks for descriptions. */
export function sampleWork(
  id: string,
  texts: readonly string[],
  { entity = {}, fragments = [] }: { entity?: Partial<Entity>; fragments?: Partial<FragmentInput>[] } = {},
): DraftableWork {
  return {
    file: `${id.replace(':', '/')}.md`,
    entity: {
      id,
      type: id.slice(0, id.indexOf(':')),
      title: `Title of ${id.slice(id.indexOf(':') + 1)}`,
      attribution: [],
      url: `https://sample.example/${id.slice(id.indexOf(':') + 1)}`,
      identifiers: [],
      disclosure: { raw: 'private', exposure: 'semantic' },
      ...entity,
    },
    fragments: texts.map((text, at) => ({
      id: `${id}#ch${at + 1}`,
      entityId: id,
      locator: [{ scheme: 'chapter', value: String(at + 1) }],
      text,
      ...fragments[at],
    })),
  };
}

/** So many different words that all begin with the same stem, from a number on. */
export function words(stem: string, count: number, from = 0): string {
  return Array.from({ length: count }, (_, at) => `${stem}${lettersOf(from + at)}`).join(' ');
}

function lettersOf(number: number): string {
  const letter = String.fromCharCode(97 + (number % 26));
  return number < 26 ? letter : lettersOf(Math.floor(number / 26) - 1) + letter;
}
