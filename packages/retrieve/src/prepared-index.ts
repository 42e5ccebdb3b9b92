/**
 * What is worked out once about an index: its checks and its columns.
 *
 * Remembered as long as the index lives. Invariant: an index that breaks a promise of its port is refused before
 * anything is scored, by position and never by name.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { buildColumns } from './columns/build-columns.ts';
import { EXPOSURE_NAMES, RAW_NAMES } from './columns/column-values.ts';
import { RetrievalIndexError } from './errors.ts';
import {
  BYTE_CODE_SCRATCH,
  type ByteCodes,
  type RetrievalColumns,
  type RetrievalEntry,
  type RetrievalIndex,
} from './index-port.ts';
import { euclideanLength } from './query-vector.ts';

/** Facts about an index. */
export interface PreparedIndex {
  readonly columns: RetrievalColumns;
  /** The fragment at a position and its work; reads them, and refuses what the columns do not say of them. */
  read(position: number): FragmentOfWork;
}

/** A fragment with the work it belongs to. */
export interface FragmentOfWork {
  readonly fragment: Fragment;
  readonly entity: Entity;
}

const known = new WeakMap<RetrievalIndex, PreparedIndex>();

/**
 * Checks an index and works out the facts, once.
 *
 * An index without columns is read from end to end. One with columns was checked when it was written: here their shape
 * is, and each fragment when it is read.
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
  const { dimensions, codes, byteCodes } = index;
  if (!Number.isInteger(dimensions) || dimensions < 1)
    throw new RetrievalIndexError({ message: 'dimensions is not a whole number from 1' });
  if (codes !== undefined) checkCodes(codes);
  const columns = index.columns ?? buildColumns(index, checkedNorms(index));
  if (index.columns !== undefined) checkColumns(columns, index);
  if (byteCodes !== undefined) checkByteCodes(byteCodes, columns, dimensions);
  return { columns, read: (position) => readFragment(index, columns, position) };
}

function readFragment(
  { entries, entities }: RetrievalIndex,
  columns: RetrievalColumns,
  position: number,
): FragmentOfWork {
  const fragment = entries.at(position)?.fragment;
  if (fragment === undefined) throw new RetrievalIndexError({ entry: position, message: 'cannot be read' });
  const entity = entities.get(fragment.entityId);
  if (entity === undefined || entity.id !== columns.workIds.at(columns.work[position] as number))
    throw new RetrievalIndexError({
      entry: position,
      message: 'names an entity that the index does not hold',
    });
  checkCell(fragment, entity, position);
  const { raw, exposure } = fragment.disclosure;
  if (
    raw !== RAW_NAMES[columns.raw[position] as number] ||
    exposure !== EXPOSURE_NAMES[columns.exposure[position] as number]
  )
    throw new RetrievalIndexError({ entry: position, message: 'disagrees with its columns' });
  return { fragment, entity };
}

/** Checks each entry and measures its row. */
function checkedNorms(index: RetrievalIndex): Float64Array {
  const { entries, entities } = index;
  const norms = new Float64Array(entries.length);
  const seen = new Set<string>();
  let position = 0;
  for (const entry of entries) {
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
    position += 1;
  }
  return norms;
}

function checkColumns(columns: RetrievalColumns, { entries }: RetrievalIndex): void {
  const size = entries.length;
  const works = columns.workIds.length;
  const lengths: [name: string, has: number, needs: number][] = [
    ...BY_POSITION.map((name): [string, number, number] => [name, columns[name].length, size]),
    ['type', columns.type.length, works],
    ['creators', columns.creators.starts.length, works + 1],
    ['workThemes', columns.workThemes.starts.length, works + 1],
    ['speakers', columns.speakers.starts.length, size + 1],
    ['rowThemes', columns.rowThemes.starts.length, size + 1],
  ];
  for (const [name, has, needs] of lengths)
    if (has !== needs)
      throw new RetrievalIndexError({ message: `columns.${name} has not the length it needs` });
}

const BY_POSITION = [
  'exposure',
  'raw',
  'embeds',
  'work',
  'dateStart',
  'dateEnd',
  'rowHasThemes',
  'idRank',
  'twinGroup',
  'norms',
  'exactRow',
] as const;

function checkByteCodes(
  { memory, offset, stride, scale, residual }: ByteCodes,
  { exactRow }: RetrievalColumns,
  dimensions: number,
): void {
  let rows = 0;
  for (const row of exactRow) if (row >= rows) rows = row + 1;
  if (
    stride !== 16 * Math.ceil(dimensions / 16) ||
    offset % 16 !== 0 ||
    offset < BYTE_CODE_SCRATCH ||
    scale.length < rows ||
    residual.length < rows ||
    memory.buffer.byteLength < offset + stride * rows
  )
    throw new RetrievalIndexError({ message: 'byteCodes do not fit the rows of the index' });
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
