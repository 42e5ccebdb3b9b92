/**
 * An index without what was taken down, as if it had been built so: no fragment, no count, no name of it is left.
 *
 * What cannot be undone here is what its words did to the vector of a neighbour that is matched by a window.
 */
import type { ServedIndex } from '@archive/index/served';
import type { Takedown } from './takedown-list.ts';

type Entity = ServedIndex['entities'] extends ReadonlyMap<string, infer Value> ? Value : never;
type Entry = ServedIndex['entries'][number];

/** Leaves out the works and fragments a list names; the same index when it names none of them. */
export function withoutTakenDown(index: ServedIndex, takedowns: readonly Takedown[]): ServedIndex {
  const gone = new Set(takedowns.map(({ id }) => id));
  const entries = index.entries.filter(
    ({ fragment }) => !gone.has(fragment.id) && !gone.has(fragment.entityId),
  );
  if (entries.length === index.entries.length) return index;
  const left = groupByWork(entries);
  const entities = new Map<string, Entity>();
  for (const [id, entity] of index.entities) {
    const own = left.get(id);
    if (own !== undefined) entities.set(id, narrowed(entity, own, left));
  }
  return { ...index, entities, entries, entityCount: entities.size, fragmentCount: entries.length };
}

function groupByWork(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const works = new Map<string, Entry[]>();
  for (const entry of entries) {
    const own = works.get(entry.fragment.entityId);
    if (own === undefined) works.set(entry.fragment.entityId, [entry]);
    else own.push(entry);
  }
  return works;
}

/** A work as its remaining fragments leave it: its widest exposure, its themes, and what it is part of. */
function narrowed(entity: Entity, own: readonly Entry[], left: ReadonlyMap<string, unknown>): Entity {
  const { parent, themes, ...rest } = entity;
  const exposures = new Set(own.map(({ fragment }) => fragment.disclosure.exposure));
  const exposure = WIDEST_FIRST.find((level) => exposures.has(level)) ?? 'locator';
  return {
    ...rest,
    disclosure:
      entity.disclosure.raw === 'public'
        ? { raw: 'public', exposure }
        : { raw: 'private', exposure: exposure === 'text' ? 'locator' : exposure },
    ...(parent === undefined || !left.has(parent) ? {} : { parent }),
    ...(themes === undefined || exposure !== 'text' ? {} : { themes }),
  };
}

const WIDEST_FIRST = ['text', 'semantic', 'locator'] as const;
