/**
 * The provenance of a work as it may travel, built from named fields at every level.
 *
 * Invariant: a property that is not named here cannot travel, wherever in the work it was added.
 */
import type { Attribution, EntityFace, Identifier, Locator } from '@archive/contract';
import type { Entity } from '@archive/contract/private';

/** Builds the face of a work. Optional keys that are absent stay absent. */
export function toEntityFace(entity: Entity | EntityFace): EntityFace {
  const face: EntityFace = {
    id: entity.id,
    type: entity.type,
    title: entity.title,
    attribution: entity.attribution.map(copyAttribution),
    url: entity.url,
    identifiers: entity.identifiers.map(copyIdentifier),
  };
  if (entity.date !== undefined) face.date = entity.date;
  if (entity.version !== undefined) face.version = entity.version;
  if (entity.parent !== undefined) face.parent = entity.parent;
  return face;
}

/** Copies a creator or speaker, field by field. */
export function copyAttribution({ name, role, identifiers, placeholder }: Attribution): Attribution {
  const copy: Attribution = { name };
  if (role !== undefined) copy.role = role;
  if (identifiers !== undefined) copy.identifiers = identifiers.map(copyIdentifier);
  if (placeholder !== undefined) copy.placeholder = placeholder;
  return copy;
}

/** Copies a step of a place, field by field. */
export function copyLocator({ scheme, value, end }: Locator): Locator {
  return end === undefined ? { scheme, value } : { scheme, value, end };
}

function copyIdentifier({ scheme, value }: Identifier): Identifier {
  return { scheme, value };
}
