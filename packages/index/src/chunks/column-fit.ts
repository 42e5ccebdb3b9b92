/**
 * What must hold of the columns of a chunk for anything that reads them to stay inside them.
 *
 * Plain loops over every number, because this is done at each opening, before any code is warm.
 */
import type { Checker } from '../refusal.ts';
import type { Groups } from '../retrieval-columns.ts';
import { type ServedChunk, TWIN_BYTES } from './chunk-columns.ts';

/** Holds the columns to one another and to the other sections. @throws {IndexFormatError} naming a section */
export function checkColumnFit(
  checker: Checker,
  { rows, exactRows, columns, workIds, works, vectors, bits }: ServedChunk,
  { dimensions, bitBytes }: { dimensions: number; bitBytes: number },
): void {
  const fits = (name: string, isSo: boolean): void => {
    if (!isSo) throw checker.refuse(`section ${name}`, 'does not fit the other sections');
  };
  const { exposure, raw, embeds, work, type, idRank, twinGroup, exactRow, norms, scale, residual } = columns;
  const perRow = [exposure, raw, embeds, work, columns.dateStart, columns.dateEnd, columns.rowHasThemes];
  fits(
    'columns',
    [...perRow, idRank, twinGroup, norms, exactRow].every(({ length }) => length === rows),
  );
  fits('columns', type.length === works.length && workIds.length === works.length && works.length > 0);
  fits('columns', isBelow(exposure, 3) && isBelow(raw, 2) && isBelow(embeds, 3));
  fits('columns', isStepwise(work) && work[rows - 1] === works.length - 1);
  fits('names', isBelow(type, columns.types.length));
  fits('names', isGroups(columns.creators, works.length, columns.names.length));
  fits('names', isGroups(columns.speakers, rows, columns.names.length));
  fits('names', isGroups(columns.workThemes, works.length, columns.themes.length));
  fits('names', isGroups(columns.rowThemes, rows, columns.themes.length));
  fits('twins', columns.twins.length % TWIN_BYTES === 0);
  fits('twins', isNumbered(twinGroup, columns.twins.length / TWIN_BYTES));
  fits('columns', isPermutation(idRank));
  fits('columns', isCountedThrough(exactRow, exactRows) && areNorms(norms, exactRow));
  fits('columns', residual.length === exactRows && arePositive(scale) && areNotNegative(residual));
  fits('vectors', vectors.length === exactRows * dimensions);
  fits('bits', bits.length === (rows - exactRows) * bitBytes);
}

function isBelow(values: Uint8Array | Uint16Array | Uint32Array, end: number): boolean {
  for (let at = 0; at < values.length; at++) if ((values[at] as number) >= end) return false;
  return true;
}

/** From 0, each as the one before or one more. */
function isStepwise(values: Uint32Array): boolean {
  let before = 0;
  if (values[0] !== 0) return false;
  for (let at = 1; at < values.length; at++) {
    const value = values[at] as number;
    if (value !== before && value !== before + 1) return false;
    before = value;
  }
  return true;
}

/** Numbers of groups, or -1. */
function isNumbered(values: Int32Array, groups: number): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value < -1 || value >= groups) return false;
  }
  return true;
}

/** 0, 1, 2 and so on, with -1 between. */
function isCountedThrough(values: Int32Array, count: number): boolean {
  let next = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value === next) next += 1;
    else if (value !== -1) return false;
  }
  return next === count;
}

function areNorms(norms: Float64Array, exactRow: Int32Array): boolean {
  for (let at = 0; at < norms.length; at++) {
    const norm = norms[at] as number;
    if (exactRow[at] === -1 ? norm !== 0 : !(norm > 0 && norm < 1e300)) return false;
  }
  return true;
}

function arePositive(values: Float32Array): boolean {
  for (let at = 0; at < values.length; at++)
    if (!((values[at] as number) > 0 && (values[at] as number) < Number.POSITIVE_INFINITY)) return false;
  return true;
}

function areNotNegative(values: Float32Array): boolean {
  for (let at = 0; at < values.length; at++)
    if (!((values[at] as number) >= 0 && (values[at] as number) < Number.POSITIVE_INFINITY)) return false;
  return true;
}

function isPermutation(ranks: Uint32Array): boolean {
  const seen = new Uint8Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) {
    const rank = ranks[at] as number;
    if (seen[rank] !== 0) return false; // Taken, or not among them.
    seen[rank] = 1;
  }
  return true;
}

function isGroups({ starts, items }: Groups, lists: number, values: number): boolean {
  if (starts.length !== lists + 1 || starts[0] !== 0 || starts[lists] !== items.length) return false;
  let before = 0;
  for (let at = 1; at < starts.length; at++) {
    const start = starts[at] as number;
    if (start < before) return false;
    before = start;
  }
  return isBelow(items, values);
}
