/**
 * The second attack: which few words together add up to the sum?
 *
 * Non-negative least squares with a price for each word, higher for rarer ones (a weighted lasso, solved by coordinate
 * descent), over the likeliest words of the first attack. Where few words make up the sum it finds nearly all of them;
 * where there are more words than numbers it has no advantage.
 */
import { dot } from './small-linear-algebra.ts';
import type { WordDictionary } from './word-dictionary.ts';

/** Settings of {@link solveSparse}. */
export interface SparseOptions {
  /** Price of a word against the mean squared length of the candidates' rows, for each unit of its prior surprise. */
  readonly price: number;
  /** Candidates, the likeliest first. */
  readonly candidates: readonly number[];
}

/** Amount of each candidate, by place in the dictionary; those that are left out have none. */
export function solveSparse(
  { rows }: WordDictionary,
  prior: Float64Array,
  sum: ArrayLike<number>,
  { price, candidates }: SparseOptions,
): Map<number, number> {
  const columns = candidates.map((at) => rows[at] as Float64Array);
  const squares = columns.map((column) => dot(column, column));
  const unit = squares.reduce((total, value) => total + value, 0) / squares.length;
  const prices = candidates.map((at) => price * unit * Math.max(0.5, -(prior[at] as number)));
  const amounts = new Float64Array(candidates.length);
  const residual = Float64Array.from(sum);
  const improve = (at: number): number => {
    const column = columns[at] as Float64Array;
    const square = squares[at] as number;
    const old = amounts[at] as number;
    const now = Math.max(0, old + (dot(column, residual) - (prices[at] as number)) / square);
    const change = now - old;
    if (change !== 0) {
      amounts[at] = now;
      for (let axis = 0; axis < residual.length; axis++)
        residual[axis] = (residual[axis] as number) - change * (column[axis] as number);
    }
    return Math.abs(change);
  };
  let active: number[] = [];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    for (let at = 0; at < columns.length; at++) moved = Math.max(moved, improve(at));
    active = [...amounts.keys()].filter((at) => (amounts[at] as number) > 0);
    if (moved < STILL) break;
    for (let inner = 0; inner < INNER_SWEEPS; inner++) {
      let change = 0;
      for (const at of active) change = Math.max(change, improve(at));
      if (change < STILL) break;
    }
  }
  return new Map(active.map((at) => [candidates[at] as number, amounts[at] as number]));
}

const SWEEPS = 12;
const INNER_SWEEPS = 12;
/** Of an occurrence. */
const STILL = 3e-3;
