/**
 * The exact similarity of single rows, in the arithmetic of the oracle: float64, in index order (decisions 3.7).
 */
import { RetrievalIndexError } from '../errors.ts';
import type { RetrievalColumns } from '../index-port.ts';
import type { ComparableVector } from '../query-vector.ts';

/** The cosine of the exact row at a position. */
export function exactCosine(
  columns: RetrievalColumns,
  position: number,
  { values, norm }: ComparableVector,
): number {
  return dotOfRow(rowAt(columns, position), values) / (columns.norms[position] as number) / norm;
}

/** The exact row at a position. */
export function rowAt(columns: RetrievalColumns, position: number): ArrayLike<number> {
  const row = columns.vectorAt(position);
  if (row === undefined) throw new RetrievalIndexError({ entry: position, message: 'has no exact row' });
  return row;
}

/** The dot product of a row and a query, in index order. */
export function dotOfRow(row: ArrayLike<number>, query: Float64Array): number {
  return row instanceof Float32Array ? dotOfFloats(row, query) : dotOfAny(row, query);
}

function dotOfFloats(row: Float32Array, query: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (row[i] as number) * (query[i] as number);
  return sum;
}

function dotOfAny(row: ArrayLike<number>, query: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (row[i] as number) * (query[i] as number);
  return sum;
}
