/**
 * Goes through exact rows and bounds the cosine of each: from byte codes where there are any, in full where not.
 *
 * Invariant: the exact cosine lies from `estimate - error` to `estimate + error`; an error of 0 means that the estimate
 * is the exact cosine itself.
 */
import type { ByteCodes, RetrievalColumns } from '../index-port.ts';
import { codeQuery } from '../kernel/byte-query.ts';
import { BLOCK_ROWS, scannerOf } from '../kernel/byte-scanner.ts';
import { ROUNDING, rowBounds } from '../kernel/row-bounds.ts';
import type { ComparableVector } from '../query-vector.ts';
import { scanFloats } from '../similarity.ts';

/** Takes what is known of a row. */
export type TakeRow = (position: number, estimate: number, error: number) => void;

/** The rows of an index, as a scan sees them. */
export interface ScannedIndex {
  readonly columns: RetrievalColumns;
  readonly byteCodes?: ByteCodes | undefined;
}

/**
 * Bounds the cosines at some positions, all of them of exact rows.
 *
 * @param positions  rising
 * @param special    positions that are always handed over, rising; may name others
 * @param threshold  a row whose cosine cannot reach it is passed over, unless it is special
 * @param take       called for each other row, in no order that could be relied upon
 */
export function scanCosines(
  { columns, byteCodes }: ScannedIndex,
  positions: Uint32Array,
  query: ComparableVector,
  special: Uint32Array,
  threshold: number,
  take: TakeRow,
): void {
  const scanner = byteCodes === undefined ? undefined : scannerOf(byteCodes);
  const coded =
    scanner === undefined || byteCodes === undefined ? undefined : codeQuery(query, byteCodes.stride);
  if (scanner === undefined || byteCodes === undefined || coded === undefined) {
    let at = 0;
    scanFloats(columns, positions, query, (position, cosine) => {
      while (at < special.length && (special[at] as number) < position) at += 1;
      if (cosine >= threshold || special[at] === position) take(position, cosine, 0);
    });
    return;
  }
  const { unit, missed, position: positionOf } = rowBounds(columns, byteCodes);
  const { scale, residual } = coded;
  const rows = rowsAt(columns, positions);
  const specialRows = rowsAmong(columns, special);
  const listed = rows.length === unit.length ? undefined : rows;
  const bound: Bound = {
    unit,
    missed,
    scale,
    perMissed: 1 + residual,
    always: residual + ROUNDING,
    threshold,
  };
  const reaching = new Uint16Array(BLOCK_ROWS);
  scanner.scan(coded.codes, listed ?? rows.length, (first, count, dots) => {
    const reached =
      listed === undefined
        ? reachingInOrder(dots, first, count, bound, reaching)
        : reachingInList(dots, listed, first, count, bound, reaching);
    const takeAt = (n: number): void => {
      const row = listed === undefined ? first + n : (listed[first + n] as number);
      const estimate = (dots[n] as number) * (unit[row] as number) * scale;
      take(positionOf[row] as number, estimate, errorOf(bound, row));
    };
    // Special rows that do not reach the threshold go between those that do.
    let next = firstFrom(specialRows, listed === undefined ? first : (listed[first] as number));
    let at = 0;
    while (next < specialRows.length) {
      const row = specialRows[next++] as number;
      const n = listed === undefined ? row - first : firstFrom(listed, row, first, first + count) - first;
      if (n >= count) break;
      if (listed !== undefined && listed[first + n] !== row) continue;
      while (at < reached && (reaching[at] as number) < n) takeAt(reaching[at++] as number);
      if (at === reached || reaching[at] !== n) takeAt(n);
    }
    while (at < reached) takeAt(reaching[at++] as number);
  });
}

/** What decides whether a row may reach the threshold. */
interface Bound {
  readonly unit: Float32Array;
  readonly missed: Float32Array;
  readonly scale: number;
  readonly perMissed: number;
  readonly always: number;
  readonly threshold: number;
}

function errorOf({ missed, perMissed, always }: Bound, row: number): number {
  return (missed[row] as number) * perMissed + always;
}

/** Writes down which rows of a block may reach the threshold; says how many. Apart for its speed, like the next. */
function reachingInOrder(
  dots: Int32Array,
  first: number,
  count: number,
  { unit, missed, scale, perMissed, always, threshold }: Bound,
  reaching: Uint16Array,
): number {
  let reached = 0;
  for (let n = 0; n < count; n++) {
    const row = first + n;
    const most =
      (dots[n] as number) * (unit[row] as number) * scale + (missed[row] as number) * perMissed + always;
    if (most >= threshold) reaching[reached++] = n;
  }
  return reached;
}

function reachingInList(
  dots: Int32Array,
  rows: Uint32Array,
  first: number,
  count: number,
  { unit, missed, scale, perMissed, always, threshold }: Bound,
  reaching: Uint16Array,
): number {
  let reached = 0;
  for (let n = 0; n < count; n++) {
    const row = rows[first + n] as number;
    const most =
      (dots[n] as number) * (unit[row] as number) * scale + (missed[row] as number) * perMissed + always;
    if (most >= threshold) reaching[reached++] = n;
  }
  return reached;
}

const knownRows = new WeakMap<RetrievalColumns, WeakMap<Uint32Array, Uint32Array>>();

/** The rows at some positions; remembered, because lists of positions are where nothing filters. */
function rowsAt(columns: RetrievalColumns, positions: Uint32Array): Uint32Array {
  let known = knownRows.get(columns);
  if (known === undefined) knownRows.set(columns, (known = new WeakMap()));
  let rows = known.get(positions);
  if (rows === undefined) {
    const { exactRow } = columns;
    rows = new Uint32Array(positions.length);
    for (let at = 0; at < positions.length; at++) rows[at] = exactRow[positions[at] as number] as number;
    known.set(positions, rows);
  }
  return rows;
}

/** The rows at positions, without those that have none. */
function rowsAmong({ exactRow }: RetrievalColumns, positions: Uint32Array): Int32Array {
  const rows = new Int32Array(positions.length);
  let count = 0;
  for (const position of positions) {
    const row = exactRow[position] as number;
    if (row >= 0) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Place of the first number from a bound on, in a part of a rising list. */
function firstFrom(
  list: Int32Array | Uint32Array,
  bound: number,
  from: number = 0,
  to: number = list.length,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
