/**
 * An index without what was taken down, as if it had been built so: no fragment, no count, no name of it is left.
 *
 * What cannot be undone here is what its words did to the vector of a neighbour that is matched by a window.
 */
import type { ServedIndex } from '@archive/index/served';
import { narrowIndex } from '@archive/retrieve';
import type { Takedown } from './takedown-list.ts';

type Entity = ServedIndex['entities'] extends ReadonlyMap<string, infer Value> ? Value : never;
type Entry = NonNullable<ReturnType<ServedIndex['entries']['at']>>;

/** Leaves out the works and fragments a list names; the same index when it names none of them. */
export function withoutTakenDown(index: ServedIndex, takedowns: readonly Takedown[]): ServedIndex {
  // Nothing is read of an index that nothing is taken out of: its fragments are parsed when they are asked for.
  if (takedowns.length === 0) return index;
  const gone = new Set(takedowns.map(({ id }) => id));
  const touched = new Set<string>();
  const left = new Set<string>();
  const stays = Array.from(index.entries, ({ fragment: { id, entityId } }) => {
    const isLeft = !gone.has(entityId) && !gone.has(id);
    (isLeft ? left : touched).add(entityId);
    return isLeft;
  });
  if (touched.size === 0) return index;
  const view = narrowIndex(index, (position) => stays[position] === true);
  const exposures = exposuresOf(view.entries, touched);
  const entities = new Map<string, Entity>();
  for (const [id, entity] of index.entities) {
    if (left.has(id)) entities.set(id, narrowed(entity, exposures.get(id), left));
  }
  return { ...view, entities, entityCount: entities.size, fragmentCount: view.entries.length };
}

/** What the remaining fragments of some works show. */
function exposuresOf(
  entries: Iterable<Entry>,
  works: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const exposures = new Map<string, Set<string>>();
  for (const { fragment } of entries) {
    if (!works.has(fragment.entityId)) continue;
    const own = exposures.get(fragment.entityId) ?? new Set();
    exposures.set(fragment.entityId, own.add(fragment.disclosure.exposure));
  }
  return exposures;
}

/** A work as its remaining fragments leave it: its widest exposure, its themes, and what it is part of. */
function narrowed(
  entity: Entity,
  exposures: ReadonlySet<string> | undefined,
  left: ReadonlySet<string>,
): Entity {
  const { parent, themes, ...rest } = entity;
  const isOrphan = parent !== undefined && !left.has(parent);
  if (exposures === undefined && !isOrphan) return entity;
  const above = parent === undefined || isOrphan ? {} : { parent };
  if (exposures === undefined) return { ...rest, ...above, ...(themes === undefined ? {} : { themes }) };
  const exposure = WIDEST_FIRST.find((level) => exposures.has(level)) ?? 'locator';
  return {
    ...rest,
    ...above,
    disclosure:
      entity.disclosure.raw === 'public'
        ? { raw: 'public', exposure }
        : { raw: 'private', exposure: exposure === 'text' ? 'locator' : exposure },
    ...(themes === undefined || exposure !== 'text' ? {} : { themes }),
  };
}

const WIDEST_FIRST = ['text', 'semantic', 'locator'] as const;
