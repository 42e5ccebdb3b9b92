/**
 * The released score of what is not exposed as text: its coarse score, and whole twentieths for the words of what a hit
 * of it shows.
 *
 * Invariant: together with the face, which everybody sees, it says no more of the vector than the coarse score without
 * words does. Where that one reaches the floor, steps are added to it; where it does not, the vector stays out of it
 * altogether, and a face that answers enough of the question counts from the floor. It stays out as well of the score of a
 * face that shows what was literally asked for: that is the most a face can have, behind public text that shows it.
 */
import { addOnGrid } from '../coarse-score.ts';
import { FACE_ALONE, faceSteps, MOST_OF_FACES } from '../fusion.ts';

/** What is shown of a fragment, and how it answers a question. */
export interface FaceAnswer {
  /** Of the question, answered by what the hit shows. */
  readonly share: number;
  /** Whether it shows something that was literally asked for: every demanded phrase, or an identifier. */
  readonly isLiteral: boolean;
}

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
 * @returns         on the grid; undefined when the fragment is not to be found
 */
export function faceScore(
  wordless: number | undefined,
  { share, isLiteral }: FaceAnswer,
  { floor, cap }: FaceRule,
): number | undefined {
  if (wordless === undefined && share < FACE_ALONE && !isLiteral) return undefined;
  const answered = addOnGrid(wordless ?? floor, faceSteps(share) * STEP);
  const score = Math.min(isLiteral ? MOST_OF_FACES : answered, cap);
  return score < floor ? undefined : score;
}
