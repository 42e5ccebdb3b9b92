/**
 * What turns a sum of the kernel into bounds of a cosine, row by row.
 *
 * With a row r ≈ s·c, a query q ≈ t·d: |⟨r,q⟩ − st·⟨c,d⟩| ≤ ‖r − sc‖·‖q‖ + ‖sc‖·‖q − td‖ (Cauchy and Schwarz), and
 * ‖sc‖ ≤ ‖r‖ + ‖r − sc‖. Divided by both lengths: error ≤ e + (1 + e)·δ, e the row's share missed, δ the query's.
 * Invariant: the cosine as float64 sums make it lies within the bounds.
 */
import type { ByteCodes, RetrievalColumns } from '../index-port.ts';

/** By number of the exact row. */
export interface RowBounds {
  /** Scale of the codes over the length of the row; 0 where nothing is known of it. */
  readonly unit: Float32Array;
  /** Share of the row's length that its codes may miss; infinite where nothing is known. */
  readonly missed: Float32Array;
  /** Position of the row; -1 for a row that is not in the index any more. */
  readonly position: Int32Array;
}

/** Covers what float32 rounds off of `unit`, and the float64 sums of the exact cosine. */
export const ROUNDING = 1e-6;

const remembered = new WeakMap<RetrievalColumns, RowBounds>();

/** Works the bounds out, once for an index. */
export function rowBounds(columns: RetrievalColumns, codes: ByteCodes): RowBounds {
  let bounds = remembered.get(columns);
  if (bounds === undefined) remembered.set(columns, (bounds = boundsOf(columns, codes)));
  return bounds;
}

function boundsOf({ exactRow, norms }: RetrievalColumns, { scale, residual }: ByteCodes): RowBounds {
  const rows = scale.length;
  const unit = new Float32Array(rows);
  const missed = new Float32Array(rows).fill(Number.POSITIVE_INFINITY);
  const positionOf = new Int32Array(rows).fill(-1);
  for (let position = 0; position < exactRow.length; position++) {
    const row = exactRow[position] as number;
    if (row < 0) continue;
    positionOf[row] = position;
    const norm = norms[position] as number;
    // Rounded up: by more than half a step of float32.
    const share = ((residual[row] as number) / norm) * (1 + 2 ** -22) + 1e-30;
    // Lengths that float64 squares cannot hold are far outside what a float32 scale can: their codes miss everything.
    if (!(share < 1)) continue;
    unit[row] = (scale[row] as number) / norm;
    missed[row] = share;
  }
  return { unit, missed, position: positionOf };
}
