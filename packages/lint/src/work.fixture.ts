/**
 * A private work for the tests of this package, and a maker of others.
 */
import type { Entity, EntityPolicy, FragmentInput } from '@archive/contract/private';

/** The private text every message is searched for. */
export const PRIVATE_PARAGRAPHS = [
  'The keeper counted eleven lanterns before the tide turned, and he hid the twelfth one under a sail.',
  'Nobody along that harbour asked why the last boat came home without its captain that winter morning.',
  'She had written every letter twice, once for her drawer and once for that fire behind her kitchen.',
];

/** A private work with one fragment for each paragraph; ids in source order `p1`, `p2`, … */
export function privateWork(
  paragraphs: readonly string[] = PRIVATE_PARAGRAPHS,
  changes: Partial<Entity> = {},
): { entity: Entity; fragments: FragmentInput[] } {
  const entity: Entity = {
    id: 'book:lanterns',
    type: 'book',
    title: 'Lanterns',
    attribution: [{ name: 'Ada Quill', role: 'author' }],
    url: 'https://example.org/lanterns',
    identifiers: [],
    disclosure: { raw: 'private', exposure: 'semantic' },
    ...changes,
  };
  const fragments = paragraphs.map(
    (text, at): FragmentInput => ({
      id: `${entity.id}#p${at + 1}`,
      entityId: entity.id,
      locator: [{ scheme: 'page', value: String(at + 1) }],
      text,
    }),
  );
  return { entity, fragments };
}

/** A policy whose title is declared public. */
export const PUBLIC_TITLE: EntityPolicy = { publicTitle: true };
