/**
 * What is worked out once about an index: its checks, the lengths of its rows, and which fragments look the same.
 *
 * Remembered as long as the index lives. Invariant: an index that breaks a promise of its port is refused before
 * anything is scored, by position and never by name.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { RetrievalIndexError } from './errors.ts';
import { faceText } from './face-text.ts';
import type { RetrievalEntry, RetrievalIndex } from './index-port.ts';
import { euclideanLength } from './query-vector.ts';

/** Facts about an index, by position of its entries. */
export interface PreparedIndex {
  /** The work of each entry. */
  readonly entityOf: readonly Entity[];
  /** Length of each exact row; 0 where the entry holds bits. */
  readonly norms: Float64Array;
  /** Number of the group of fragments that look the same from outside; -1 for a fragment that stands alone. */
  readonly twinGroup: Int32Array;
}

const known = new WeakMap<RetrievalIndex, PreparedIndex>();

/**
 * Checks an index and works out the facts, once.
 *
 * @throws {RetrievalIndexError} naming the first entry at fault by position
 */
export function prepareIndex(index: RetrievalIndex): PreparedIndex {
  const found = known.get(index);
  if (found !== undefined) return found;
  const prepared = prepare(index);
  known.set(index, prepared);
  return prepared;
}

function prepare(index: RetrievalIndex): PreparedIndex {
  const { entries, entities, dimensions, codes } = index;
  if (!Number.isInteger(dimensions) || dimensions < 1)
    throw new RetrievalIndexError({ message: 'dimensions is not a whole number from 1' });
  if (codes !== undefined) checkCodes(codes);
  const norms = new Float64Array(entries.length);
  const twinGroup = new Int32Array(entries.length).fill(-1);
  const groups = new Map<string, number>();
  const seen = new Set<string>();
  const entityOf = Array.from(entries, (entry, position) => {
    const { fragment } = entry;
    if (seen.has(fragment.id))
      throw new RetrievalIndexError({ entry: position, message: 'repeats the id of an earlier one' });
    seen.add(fragment.id);
    const entity = entities.get(fragment.entityId);
    if (entity === undefined)
      throw new RetrievalIndexError({
        entry: position,
        message: 'names an entity that the index does not hold',
      });
    checkCell(fragment, entity, position);
    norms[position] = checkedNorm(entry, index, position);
    if (entry.embeds === 'face' && fragment.disclosure.exposure !== 'text') {
      const key = JSON.stringify([entity.id, fragment.disclosure.exposure, faceText(entity, fragment)]);
      const group = groups.get(key) ?? groups.size;
      groups.set(key, group);
      twinGroup[position] = group;
    }
    return entity;
  });
  return { entityOf, norms, twinGroup };
}

function checkCodes({ bits, line }: NonNullable<RetrievalIndex['codes']>): void {
  if (!Number.isInteger(bits) || bits < 1)
    throw new RetrievalIndexError({ message: 'codes.bits is not a whole number from 1' });
  if (!Number.isFinite(line.a) || !Number.isFinite(line.c))
    throw new RetrievalIndexError({ message: 'codes.line is not finite' });
}

/** The cell must be one of the six, and the work and its fragment must agree on what is public. */
function checkCell({ disclosure }: Fragment, entity: Entity, position: number): void {
  const { raw, exposure }: { raw: string; exposure: string } = disclosure;
  if (raw !== entity.disclosure.raw)
    throw new RetrievalIndexError({ entry: position, message: 'disagrees with its entity about raw' });
  const isLegal =
    raw === 'public'
      ? PUBLIC_EXPOSURES.has(exposure)
      : raw === 'private' && exposure !== 'text' && PUBLIC_EXPOSURES.has(exposure);
  if (!isLegal)
    throw new RetrievalIndexError({
      entry: position,
      message: 'has a disclosure that is not one of the table',
    });
}

function checkedNorm(
  { vector, bits }: RetrievalEntry,
  { dimensions, codes }: RetrievalIndex,
  position: number,
): number {
  if (vector !== undefined && bits !== undefined)
    throw new RetrievalIndexError({ entry: position, message: 'has both a vector and bits' });
  if (vector !== undefined) {
    if (vector.length !== dimensions)
      throw new RetrievalIndexError({
        entry: position,
        message: `has ${vector.length} dimensions where the index has ${dimensions}`,
      });
    const norm = euclideanLength(vector);
    if (!Number.isFinite(norm))
      throw new RetrievalIndexError({
        entry: position,
        message: 'has a vector that is not finite, or too large to measure',
      });
    if (norm === 0) throw new RetrievalIndexError({ entry: position, message: 'has a vector that is zero' });
    return norm;
  }
  if (bits === undefined)
    throw new RetrievalIndexError({ entry: position, message: 'has neither a vector nor bits' });
  if (codes === undefined)
    throw new RetrievalIndexError({ entry: position, message: 'has bits, but the index states no codes' });
  if (bits.length !== Math.ceil(codes.bits / 8))
    throw new RetrievalIndexError({
      entry: position,
      message: `has ${bits.length} bytes where codes of ${codes.bits} bits have ${Math.ceil(codes.bits / 8)}`,
    });
  return 0;
}

const PUBLIC_EXPOSURES: ReadonlySet<string> = new Set(['text', 'semantic', 'locator', 'none']);
