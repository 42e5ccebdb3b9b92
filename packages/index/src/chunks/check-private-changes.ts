/**
 * Checks of a private index, in full for the works that changed, and for all of it where works have to do with each other.
 */
import { checkDistinctIds, checkParents, checkReferences } from '../check-structure.ts';
import { checkTerms } from '../check-terms.ts';
import type { PrivateEntry, PrivateIndex } from '../private-index.ts';
import { createChecker } from '../refusal.ts';
import { validateIndex } from '../validate-index.ts';

/**
 * Checks an index.
 *
 * @param own      the index in file order
 * @param given    the same as it was given, whose positions errors name
 * @param changed  ids of the works that were not in the generation before as they are now
 * @returns the index in file order, verdicts of what changed earned anew
 * @throws {IndexFormatError | PublicSafeLintError} as `validateIndex` would for the whole
 */
export function checkPrivateChanges(
  own: PrivateIndex,
  given: PrivateIndex,
  changed: ReadonlySet<string>,
): PrivateIndex {
  // Whatever stands for no work of the index is in no chunk; the whole check names it.
  const isAll = own.entities.every(({ id }) => changed.has(id));
  if (isAll) return validateInOrder(own, given);
  const part: PrivateIndex = {
    ...own,
    entities: own.entities.filter(({ id }) => changed.has(id)),
    entries: own.entries.filter(({ fragment }) => changed.has(fragment.entityId)),
  };
  let checked: PrivateIndex;
  try {
    checked = validateIndex(part);
    const checker = createChecker('private index');
    const fragments = own.entries.map(({ fragment }) => fragment);
    checkDistinctIds(
      checker,
      own.entities.map(({ id }) => id),
      (at) => `entities[${at}].id`,
    );
    checkParents(checker, own.entities, { mustResolve: false });
    checkReferences(checker, own.entities, fragments);
    checkTerms(checker, own.entities, fragments);
  } catch (error) {
    validateIndex(given); // The same fault, by its position in the whole.
    throw error;
  }
  const entities = new Map(checked.entities.map((entity) => [entity.id, entity]));
  const entries = new Map(checked.entries.map((entry) => [entry.fragment.id, entry]));
  return {
    ...own,
    entities: own.entities.map((entity) => entities.get(entity.id) ?? entity),
    entries: own.entries.map((entry): PrivateEntry => entries.get(entry.fragment.id) ?? entry),
  };
}

function validateInOrder(own: PrivateIndex, given: PrivateIndex): PrivateIndex {
  try {
    return validateIndex(own);
  } catch (error) {
    validateIndex(given);
    throw error;
  }
}
