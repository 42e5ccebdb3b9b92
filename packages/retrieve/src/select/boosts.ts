/**
 * What the plugins of a question add to the fragments of one lane, put together by position.
 */
import { isOnGrid } from '../coarse-score.ts';
import type { Contributions, ReadyPlugin } from '../plugin.ts';
import type { PreparedIndex } from '../prepared-index.ts';
import type { LaneScores } from './lane-scores.ts';

/** The addends of a lane. */
export interface Boosts {
  readonly names: readonly string[];
  /** Positions that something is added to, rising, each once; may name fragments outside the lane. */
  readonly positions: Uint32Array;
  /** For each plugin, in their order, its part at `positions[k]`; 0 where it did not fire. */
  readonly values: readonly Float64Array[];
}

/**
 * Asks the plugins.
 *
 * @param lane  positions that passed the filters, rising: what a plugin without contributions is asked about
 */
export function boostsOf(
  plugins: readonly ReadyPlugin[],
  prepared: PreparedIndex,
  lane: Uint32Array,
): Boosts {
  const parts = plugins.map(
    ({ contributions, score }) => contributions?.() ?? askEach(score, prepared, lane),
  );
  const names = plugins.map(({ name }) => name);
  const positions = unionOf(parts);
  return { names, positions, values: parts.map((part) => spread(part, positions)) };
}

function askEach(score: ReadyPlugin['score'], prepared: PreparedIndex, lane: Uint32Array): Contributions {
  const positions = new Uint32Array(lane.length);
  const values = new Float64Array(lane.length);
  let count = 0;
  for (const position of lane) {
    const { fragment, entity } = prepared.read(position);
    const value = score(fragment, entity);
    if (value === 0) continue;
    positions[count] = position;
    values[count++] = value;
  }
  return { positions: positions.subarray(0, count), values: values.subarray(0, count) };
}

function unionOf(parts: readonly Contributions[]): Uint32Array {
  const filled = parts.filter(({ positions }) => positions.length > 0);
  const [only] = filled;
  if (only === undefined) return new Uint32Array(0);
  if (filled.length === 1) return only.positions;
  const all = new Uint32Array(filled.reduce((sum, { positions }) => sum + positions.length, 0));
  let at = 0;
  for (const { positions } of filled) {
    all.set(positions, at);
    at += positions.length;
  }
  all.sort();
  let count = 0;
  for (let n = 0; n < all.length; n++) {
    if (count === 0 || all[n] !== all[count - 1]) all[count++] = all[n] as number;
  }
  return all.subarray(0, count);
}

function spread({ positions, values }: Contributions, over: Uint32Array): Float64Array {
  if (positions === over) return values;
  const spreadOut = new Float64Array(over.length);
  let at = 0;
  for (let k = 0; k < positions.length; k++) {
    while ((over[at] as number) < (positions[k] as number)) at += 1;
    spreadOut[at] = values[k] as number;
  }
  return spreadOut;
}

/** Scores that are the cosine and the boosts, added in the order of the plugins. */
export function plainScores({ positions, values }: Boosts): LaneScores {
  return {
    positions,
    at: (k, cosine) => {
      let score = cosine;
      for (const part of values) {
        const boost = part[k] as number;
        if (boost !== 0) score += boost;
      }
      return score;
    },
  };
}

/** What a score is made of: the cosine, then each boost that fired. */
export function breakdownOf(
  { names, positions, values }: Boosts,
  position: number,
  cosine: number,
): Record<string, number> {
  const breakdown: Record<string, number> = { cosine };
  const k = placeIn(positions, position);
  if (k < 0) return breakdown;
  for (const [plugin, name] of names.entries()) {
    const boost = values[plugin]?.[k] as number;
    if (boost !== 0) breakdown[name] = boost;
  }
  return breakdown;
}

/** The boosts that a coarse score gains, in twentieths: whole ones alone (decisions 1.2). */
export function twentiethsOf({ positions, values }: Boosts): Int32Array {
  const twentieths = new Int32Array(positions.length);
  for (const part of values) {
    for (let k = 0; k < positions.length; k++) {
      const boost = part[k] as number;
      if (boost !== 0 && isOnGrid(boost)) twentieths[k] = (twentieths[k] as number) + Math.round(boost * 20);
    }
  }
  return twentieths;
}

/** The place of a position in a rising list; -1 when it is not there. */
export function placeIn(positions: Uint32Array, position: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return positions[low] === position ? low : -1;
}
