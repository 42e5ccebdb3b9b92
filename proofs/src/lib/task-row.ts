/**
 * The form in which proofs give figures, the same as that of benchmarks.
 */

/** One figure and what was asked of it. */
export interface TaskRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** In words, such as `= 0` or `≥ 50`. */
  readonly goal: string;
  readonly ok: boolean;
}
