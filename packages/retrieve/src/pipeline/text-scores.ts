/**
 * The score of what is exposed as text, and what it is made of: cosine, the boosts in the order of the plugins, words, what
 * was literally asked for; then the whole is brought to the scale of scores.
 */
import { type Fusion, liftOf, literalLift, onScale, WORDLESS_NOISE, WORDS_ALONE } from '../fusion.ts';
import { type Boosts, placeIn } from '../select/boosts.ts';
import type { LaneScores } from '../select/lane-scores.ts';
import type { SharesByPosition } from './word-shares.ts';

/** Name of the words' part in a breakdown; no plugin of a hybrid search may bear it. */
export const LEXICAL_PART = 'lexical';

/** Name of what the scale takes off a sum that is high, likewise; below 0. */
export const SCALE_PART = 'scale';

/** Scores of the text lane. */
export interface TextScores extends LaneScores {
  /** The parts that the score at a position is the sum of. */
  breakdownAt(position: number, cosine: number): Record<string, number>;
  /** The score that a position would have if nobody had looked into its text. */
  wordlessAt(position: number, cosine: number): number;
}

/** What scores depend on beside shares and boosts. */
export interface TextRule {
  readonly fusion: Fusion;
  /** Whether the cosine is a part. */
  readonly hasVector: boolean;
  /** Whether anybody looked for words; where nobody did, a score is the sum of its parts and nothing else. */
  readonly hasLooked: boolean;
}

/** Positions that show something that was literally asked for, rising, under the name of the part. */
export type Literal = readonly [name: string, positions: Uint32Array];

/** Puts shares, boosts and literals together. */
export function textScores(
  shares: SharesByPosition,
  boosts: Boosts,
  { fusion, hasVector, hasLooked }: TextRule,
  literals: readonly Literal[] = [],
): TextScores {
  const scaled = hasLooked ? onScale : (sum: number): number => sum;
  const positions = literals.reduce(
    (union, [, held]) => unionOf(union, held),
    unionOf(shares.positions, boosts.positions),
  );
  const held = new Uint8Array(positions.length);
  for (const [, who] of literals) {
    for (const position of who) {
      const k = placeIn(positions, position);
      held[k] = (held[k] as number) + 1;
    }
  }
  const literal = literalLift(fusion);
  const lifts = new Float64Array(positions.length);
  const isFew = new Uint8Array(positions.length);
  const boostPlaces = new Int32Array(positions.length).fill(-1);
  let [inShares, inBoosts] = [0, 0];
  for (let k = 0; k < positions.length; k++) {
    const position = positions[k];
    if (shares.positions[inShares] === position) {
      const share = shares.values[inShares++] as number;
      lifts[k] = liftOf(fusion, share);
      isFew[k] = share < WORDS_ALONE ? 1 : 0;
    }
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
  /** What the words at a place add to a sum without them. */
  const lexicalPart = (k: number, wordless: number): number =>
    isFew[k] === 1 && wordless < WORDLESS_NOISE ? 0 : (lifts[k] as number);
  const wordlessSum = (position: number, cosine: number): number => {
    const k = placeIn(positions, position);
    return k < 0 ? cosine : boosted(cosine, k);
  };
  return {
    ...(hasLooked ? { base: onScale } : {}),
    positions,
    at: (k, cosine) => {
      // Bounds may be infinite; there is nothing to add to one.
      if (cosine === Number.NEGATIVE_INFINITY) return cosine;
      const wordless = boosted(cosine, k);
      let sum = wordless + lexicalPart(k, wordless);
      for (let times = held[k] as number; times > 0; times--) sum += literal;
      return scaled(sum);
    },
    wordlessAt: (position, cosine) => scaled(wordlessSum(position, cosine)),
    breakdownAt: (position, cosine) => {
      const breakdown: Record<string, number> = hasVector ? { cosine } : {};
      const k = placeIn(positions, position);
      let sum = wordlessSum(position, cosine);
      if (k >= 0) {
        const part = lexicalPart(k, sum);
        if (part !== 0) breakdown[LEXICAL_PART] = part;
        sum += part;
        const place = boostPlaces[k] as number;
        for (const [plugin, name] of place < 0 ? [] : boosts.names.entries()) {
          const boost = boosts.values[plugin]?.[place] as number;
          if (boost !== 0) breakdown[name] = boost;
        }
        for (const [name, who] of literals) {
          if (placeIn(who, position) < 0) continue;
          breakdown[name] = literal;
          sum += literal;
        }
      }
      const off = scaled(sum) - sum;
      if (off !== 0) breakdown[SCALE_PART] = off;
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
