/**
 * How words and vectors become one score on the scale of a cosine.
 *
 * The share of a question's words that a passage answers lifts the passage's cosine part of the way to 1:
 * `1 - (1 - cosine) * exp(-lift(share))`. So a share of 0 leaves the cosine as it is, whatever language the passage is in;
 * the floor keeps its meaning; nothing ends above 1; and more words or a nearer vector never make a score smaller.
 *
 * The curve `lift` is given by knots, fitted on SciFact's training questions and on sentences taken out of its passages
 * (decision 18).
 */
import { RetrievalIndexError } from './errors.ts';

/** A point of the curve: a share of the question, and how strongly it lifts. */
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
    [0.1, 0.01],
    [1, 5.5],
  ],
};

/** Most twentieths that the face of a fragment not exposed as text adds to its coarse score. */
export const FACE_STEPS = 6;

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

/** The curve of a fusion: how strongly a share lifts, 0 for a share of 0. */
export function liftOf({ knots }: Fusion, share: number): number {
  let [fromShare, fromLift] = [0, 0];
  for (const [toShare, toLift] of knots) {
    if (share <= toShare)
      return fromLift + ((toLift - fromLift) * (share - fromShare)) / (toShare - fromShare);
    [fromShare, fromLift] = [toShare, toLift];
  }
  return fromLift;
}

/**
 * What the words of public text add to its cosine: 0 for none, and never so much that the sum passes 1.
 *
 * @param lift    0 or more
 * @param cosine  0 where there is no vector to compare with
 */
export function lexicalPart(lift: number, cosine: number): number {
  return lift === 0 ? 0 : Math.max(0, (1 - cosine) * (1 - Math.exp(-lift)));
}

/** What the words of a face add to a coarse score: whole twentieths, 0 to {@link FACE_STEPS} of them. */
export function faceSteps(fusion: Fusion, share: number): number {
  return Math.round(FACE_STEPS * (1 - Math.exp(-liftOf(fusion, share))));
}
