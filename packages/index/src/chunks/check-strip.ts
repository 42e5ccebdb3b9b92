/**
 * Holds a served index to the private one it is published with: it must be exactly what the strip makes of that.
 *
 * Words are compared for every fragment each time. Sign bits take long to make again, so who publishes says for which
 * works that is needed.
 */
import { IndexFormatError } from '../index-format-error.ts';
import type { PrivateIndex } from '../private-index.ts';
import { privateVectorsOf } from '../served-built-at.ts';
import type { ServedEntry, ServedIndexData } from '../served-index.ts';
import { encodeSignBits } from '../sign-codes.ts';
import { stripIndex } from '../to-served-index.ts';
import { validateServedPart } from '../validate-served-index.ts';
import { isSameData } from './same-data.ts';

/** A strip that agrees in all but what is still to be checked. */
export interface CheckedStrip {
  /** The strip, keys in one order, bits as they were given. */
  served: ServedIndexData;
  /** Makes the bits of the fragments of some works again and compares them. @throws {IndexFormatError} */
  checkBits(isConcerned: (entityId: string) => boolean): void;
  /** Checks some works as a load would. @throws {IndexFormatError} naming the first field at fault */
  checkWorks(ids: ReadonlySet<string>): void;
}

/** Strips again and compares. @throws {IndexFormatError} when the two are not a pair */
export function checkStrip(own: PrivateIndex, given: ServedIndexData): CheckedStrip {
  const { codes, builtAt, about } = given;
  const givenBits = new Map<string, Uint8Array>();
  for (const entry of given.entries) if ('bits' in entry) givenBits.set(entry.fragment.id, entry.bits);
  const coded: { entityId: string; vector: ArrayLike<number>; bits: Uint8Array }[] = [];
  const served = stripIndex(
    own,
    {
      builtAt,
      privateVectors: privateVectorsOf(given),
      ...(codes === undefined ? {} : { codes }),
      ...(about === undefined ? {} : { about }),
    },
    ({ vector, fragment }) => {
      const bits = givenBits.get(fragment.id);
      if (bits === undefined) throw mismatch();
      coded.push({ entityId: fragment.entityId, vector, bits });
      return bits;
    },
  );
  const isPair =
    isSameData({ ...served, entries: [] }, { ...given, entries: [] }) &&
    served.entries.length === given.entries.length &&
    served.entries.every((entry, at) => isSameEntry(entry, given.entries[at] as ServedEntry));
  if (!isPair) throw mismatch();
  return {
    served,
    checkBits(isConcerned) {
      for (const { entityId, vector, bits } of coded) {
        if (!isConcerned(entityId)) continue;
        if (served.codes === undefined || !isSameList(encodeSignBits(vector, served.codes), bits))
          throw mismatch();
      }
    },
    checkWorks(ids) {
      const isAll = served.entities.every(({ id }) => ids.has(id));
      validateServedPart(
        {
          ...served,
          entities: served.entities.filter(({ id }) => ids.has(id)),
          entries: served.entries.filter(({ fragment }) => ids.has(fragment.entityId)),
        },
        { file: undefined, elsewhere: isAll ? undefined : new Set(served.entities.map(({ id }) => id)) },
      );
    },
  };
}

function isSameEntry(a: ServedEntry, b: ServedEntry): boolean {
  if (a.embeds !== b.embeds || !isSameData(a.fragment, b.fragment)) return false;
  if ('bits' in a) return 'bits' in b && a.bits === b.bits;
  return 'vector' in b && (a.vector === b.vector || isSameList(a.vector, b.vector));
}

/** As 32-bit floats, in which both are stored. */
function isSameList(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++)
    if (Math.fround(a[at] as number) !== Math.fround(b[at] as number)) return false;
  return true;
}

function mismatch(): IndexFormatError {
  return new IndexFormatError({
    subject: 'served index',
    problem: 'is not what the strip makes of the private index',
    help: 'publish the result of toServedIndex for the same private index',
  });
}
