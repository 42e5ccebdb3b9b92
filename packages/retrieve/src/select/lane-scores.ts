/**
 * How the rows of one lane get from a cosine to a score, as the selection needs to know it.
 *
 * Most rows have nothing but their cosine; a few have addends of their own, known exactly. Whoever adds a part to public
 * scores makes one of these and hands it to `selectBest`: the selection bounds the cosine and never the rest.
 */

/**
 * Scores of a lane. Both functions take any number, infinities included, and never fall as the cosine rises: `base` not by
 * a digit, `at` by no more than what a few roundings leave (1e-13).
 */
export interface LaneScores {
  /** Score of a row that nothing is added to. Absent: the cosine itself. */
  readonly base?: (cosine: number) => number;
  /** Positions of the rows that something is added to, rising, each once; may name rows outside the lane. */
  readonly positions: Uint32Array;
  /** Score of the row at `positions[k]`. */
  at(k: number, cosine: number): number;
}

/** The least cosine whose base score reaches a bound, to the last digit; infinite when none or every one does. */
export function leastCosine(base: LaneScores['base'], bound: number): number {
  if (base === undefined) return bound;
  let [low, high] = [-4, 4];
  if (base(low) >= bound) return Number.NEGATIVE_INFINITY;
  if (base(high) < bound) return Number.POSITIVE_INFINITY;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (base(middle) >= bound) high = middle;
    else low = middle;
  }
}
