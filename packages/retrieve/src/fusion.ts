/**
 * How words and vectors become one score from 0 to 1, on the scale of a cosine where it matters: around the floor.
 *
 * What is added to a cosine is worth the same whatever the cosine is, so that a language whose cosines all run high does not
 * drown its words: the sum is cosine, plus a curve of the share of the question's words that a passage answers, plus boosts.
 * `onScale` brings sums to one scale: what is no higher than a knee stays as it is, what lies above comes nearer to 1 the
 * higher it is, and the order stays. So the floor keeps its meaning, and no score passes 1.
 *
 * The first tenth of a question is worth as much as a tenth of cosine, what comes after it three times as much and more: so
 * one common word does not outrank what a vector finds. And few words find nothing by themselves: where cosine and boosts are
 * noise, a share below `WORDS_ALONE` adds nothing. Neither depends on a floor that is asked for or calibrated: a score is the
 * same under all of them. The curve is given by knots, fitted on SciFact's training questions and on sentences taken out of
 * passages (decision 20).
 */
import { RetrievalIndexError } from './errors.ts';

/** A point of the curve: a share of the question, and what it adds. */
export type FusionKnot = readonly [share: number, lift: number];

/** How words and vectors are fused; stored with an index, for its embedder. */
export interface Fusion {
  /**
   * The curve through `[0, 0]` and these points, straight between them and level after the last. Shares rise within 0 to
   * 1, lifts are finite and never fall.
   */
  readonly knots: readonly FusionKnot[];
}

/** The curve of an index that states none. */
export const DEFAULT_FUSION: Fusion = {
  knots: [
    [0.1, 0.1],
    [1, 3],
  ],
};

/** Cosine and boosts below this are noise: the floor of an embedder that states none, and about that of ours. */
export const WORDLESS_NOISE = 0.2;

/** Share of a question from which on words alone find a public text: whose cosine and boosts are noise. */
export const WORDS_ALONE = 0.1;

/** Sums up to here are scores as they are: about the cap of coarse scores, so that these stay comparable. */
export const SCALE_KNEE = 0.8;

/** Most that what is not exposed as text scores, whatever its embedder caps: less than public text with what was literally asked for. */
export const MOST_OF_FACES = 0.95;

/** Most twentieths that the face of a fragment not exposed as text adds to its coarse score. */
const FACE_STEPS = 6;

/** Share of a question that a face must answer to be found by it alone, under the floor. */
export const FACE_ALONE = 0.5;

/**
 * Checks a fusion, such as one that was read from a file.
 *
 * @throws {RetrievalIndexError} when the knots are not as {@link Fusion} says
 */
export function checkFusion({ knots }: Fusion): void {
  let [lastShare, lastLift] = [0, 0];
  for (const [share, lift] of knots) {
    if (!(share > lastShare && share <= 1 && lift >= lastLift && Number.isFinite(lift)))
      throw new RetrievalIndexError({ message: 'fusion.knots do not rise from 0 to 1' });
    [lastShare, lastLift] = [share, lift];
  }
}

/** The curve of a fusion: what a share adds, 0 for a share of 0. */
export function liftOf({ knots }: Fusion, share: number): number {
  let [fromShare, fromLift] = [0, 0];
  for (const [toShare, toLift] of knots) {
    if (share <= toShare)
      return fromLift + ((toLift - fromLift) * (share - fromShare)) / (toShare - fromShare);
    [fromShare, fromLift] = [toShare, toLift];
  }
  return fromLift;
}

/** What is added to public text that shows what was literally asked for: more than cosine and words can. */
export function literalLift(fusion: Fusion): number {
  return 1 + liftOf(fusion, 1);
}

/**
 * The score of a sum: itself up to {@link SCALE_KNEE}, then ever nearer to 1.
 *
 * Made of operations that round to the nearest, so it never falls by a digit while the sum rises, and is the same number on
 * every machine.
 */
export function onScale(sum: number): number {
  if (sum <= SCALE_KNEE) return sum;
  return Math.max(SCALE_KNEE, 1 - (ROOM * ROOM) / (ROOM + (sum - SCALE_KNEE)));
}

const ROOM = 1 - SCALE_KNEE;

/** What the words of a face add to a coarse score: whole twentieths, as many as its share of {@link FACE_STEPS}. */
export function faceSteps(share: number): number {
  return Math.round(FACE_STEPS * share);
}
