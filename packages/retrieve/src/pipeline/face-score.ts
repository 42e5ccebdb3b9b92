/**
 * The released score of a fragment that is not exposed as text: its coarse score, and whole twentieths for the words of
 * what a hit of it shows.
 *
 * Invariant: together with the face, which everybody sees, it says no more of the vector than the coarse score without
 * words would. Where that one lies over the floor, steps are added to it; where it lies under, the vector stays out
 * of it altogether: a face that answers enough of the question counts from the floor.
 */
import { addOnGrid } from '../coarse-score.ts';
import { FACE_ALONE, FACE_STEPS, type Fusion, faceSteps } from '../fusion.ts';

/**
 * Adds the steps.
 *
 * @param wordless  on the grid, before the cap
 * @param share     of the question, answered by what the hit shows
 * @returns         on the grid; below the floor when the fragment is not to be found
 */
export function faceScore(
  wordless: number,
  share: number,
  { fusion, floor, cap }: { fusion: Fusion; floor: number; cap: number },
): number {
  const plain = Math.min(wordless, cap);
  if (share === 0 || (plain < floor && share < FACE_ALONE)) return plain;
  const steps = Math.min(FACE_STEPS, faceSteps(fusion, share)) * STEP;
  return Math.min(addOnGrid(Math.max(wordless, floor), steps), cap);
}

const STEP = 0.05;
