/**
 * The score of what is exposed as text, and what it is made of: cosine, words, then the boosts in the order of the plugins.
 */
import { type Fusion, lexicalPart, liftOf } from '../fusion.ts';
import { type Boosts, placeIn } from '../select/boosts.ts';
import type { LaneScores } from '../select/lane-scores.ts';
import type { SharesByPosition } from './word-shares.ts';

/** Name of the words' part in a breakdown; no plugin of a hybrid search may bear it. */
export const LEXICAL_PART = 'lexical';

/** Scores of the text lane. */
export interface TextScores extends LaneScores {
  /** The parts of the score at a position, in the order in which they were added. */
  breakdownAt(position: number, cosine: number): Record<string, number>;
  /** The score that a position would have if nobody had looked for words. */
  wordlessAt(position: number, cosine: number): number;
}

/** Puts shares and boosts together. @param hasVector  whether the cosine is a part */
export function textScores(
  fusion: Fusion,
  shares: SharesByPosition,
  boosts: Boosts,
  hasVector: boolean,
): TextScores {
  const positions = unionOf(shares.positions, boosts.positions);
  const lifts = new Float64Array(positions.length);
  const boostPlaces = new Int32Array(positions.length).fill(-1);
  let [inShares, inBoosts] = [0, 0];
  for (let k = 0; k < positions.length; k++) {
    const position = positions[k];
    if (shares.positions[inShares] === position)
      lifts[k] = liftOf(fusion, shares.values[inShares++] as number);
    if (boosts.positions[inBoosts] === position) boostPlaces[k] = inBoosts++;
  }
  const boosted = (start: number, k: number): number => {
    const place = boostPlaces[k] as number;
    let score = start;
    if (place >= 0) {
      for (const part of boosts.values) {
        const boost = part[place] as number;
        if (boost !== 0) score += boost;
      }
    }
    return score;
  };
  return {
    positions,
    at: (k, cosine) => {
      // Bounds may be infinite; there is nothing to add to one.
      if (cosine === Number.NEGATIVE_INFINITY) return cosine;
      return boosted(cosine + lexicalPart(lifts[k] as number, cosine), k);
    },
    wordlessAt: (position, cosine) => {
      const k = placeIn(positions, position);
      return k < 0 ? cosine : boosted(cosine, k);
    },
    breakdownAt: (position, cosine) => {
      const breakdown: Record<string, number> = hasVector ? { cosine } : {};
      const k = placeIn(positions, position);
      if (k < 0) return breakdown;
      const part = lexicalPart(lifts[k] as number, cosine);
      if (part !== 0) breakdown[LEXICAL_PART] = part;
      const place = boostPlaces[k] as number;
      if (place < 0) return breakdown;
      for (const [plugin, name] of boosts.names.entries()) {
        const boost = boosts.values[plugin]?.[place] as number;
        if (boost !== 0) breakdown[name] = boost;
      }
      return breakdown;
    },
  };
}

/** Two rising lists as one. */
function unionOf(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const union = new Uint32Array(a.length + b.length);
  let [inA, inB, count] = [0, 0, 0];
  while (inA < a.length || inB < b.length) {
    const left = a[inA] ?? Number.POSITIVE_INFINITY;
    const right = b[inB] ?? Number.POSITIVE_INFINITY;
    union[count++] = Math.min(left, right);
    if (left <= right) inA += 1;
    if (right <= left) inB += 1;
  }
  return union.subarray(0, count);
}
