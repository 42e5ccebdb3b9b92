/**
 * The released score of what is not exposed as text: its coarse score, and whole twentieths for the words of what a hit
 * of it shows.
 *
 * Invariant: together with the face, which everybody sees, it says no more of the vector than the coarse score without
 * words does. Where that one reaches the floor, steps are added to it; where it does not, the vector stays out of it
 * altogether, and a face that answers enough of the question counts from the floor.
 */
import { addOnGrid } from '../coarse-score.ts';
import { FACE_ALONE, faceSteps } from '../fusion.ts';

/** What {@link faceScore} needs of a question. */
export interface FaceRule {
  /** On the grid. */
  readonly floor: number;
  /** On the grid, or infinite. */
  readonly cap: number;
}

/** One step, the distance of two coarse scores. */
const STEP = 0.05;

/**
 * Adds the steps.
 *
 * @param wordless  on the grid; undefined when it does not reach the floor
 * @param share     of the question, answered by what the hit shows
 * @returns         on the grid; undefined when the fragment is not to be found
 */
export function faceScore(wordless: number | undefined, share: number, rule: FaceRule): number | undefined {
  const { floor, cap } = rule;
  if (wordless === undefined && share < FACE_ALONE) return undefined;
  const score = Math.min(addOnGrid(wordless ?? floor, faceSteps(share) * STEP), cap);
  return score < floor ? undefined : score;
}
