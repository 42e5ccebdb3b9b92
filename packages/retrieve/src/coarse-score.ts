/**
 * Scores as they are released for fragments that are not exposed as text: whole twentieths (decisions 1.2).
 *
 * An exact similarity to an unreleased vector is a measurement of it; a twentieth bounds what one answer tells. Sums
 * are made in whole numbers, so a released score is the double nearest to its two decimals, and never -0.
 */

const PER_UNIT = 20;
const SLACK = 1e-9;

/** Rounds to the nearest 0.05; halves go up. */
export function coarseScore(score: number): number {
  return fromTwentieths(Math.round(score * PER_UNIT));
}

/** Rounds up to the 0.05 grid; what lies on it stays. */
export function roundUpToGrid(score: number): number {
  return fromTwentieths(Math.ceil(score * PER_UNIT - SLACK));
}

/** Rounds down to the 0.05 grid; what lies on it stays. */
export function roundDownToGrid(score: number): number {
  return fromTwentieths(Math.floor(score * PER_UNIT + SLACK));
}

/** Whether a boost may be added to a coarse score: a multiple of 0.05. */
export function isOnGrid(boost: number): boolean {
  return Math.abs(boost * PER_UNIT - Math.round(boost * PER_UNIT)) < SLACK;
}

/** Adds scores that lie on the grid, exactly. */
export function addOnGrid(a: number, b: number): number {
  return fromTwentieths(Math.round(a * PER_UNIT) + Math.round(b * PER_UNIT));
}

function fromTwentieths(count: number): number {
  return count === 0 ? 0 : count / PER_UNIT;
}
