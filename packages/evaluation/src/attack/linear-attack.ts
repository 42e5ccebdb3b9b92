/**
 * The first attack: how likely is each word, given the sum of all rows, if the other words are taken for noise?
 *
 * Words occur at the rates of the attacker's own reading. The rest of a fragment is then a normal variable whose mean and
 * covariance follow from the rates, and the odds that a word stands in the fragment are its prior odds times a ratio of
 * two normal densities. This is the best that can be done without looking at words together; `sparse-attack.ts` does.
 */
import { addOuter, dot, type Factored, factor, mirror } from './small-linear-algebra.ts';
import type { WordDictionary } from './word-dictionary.ts';

/** What an observed sum says of every word, by place in the dictionary. */
export interface WordOdds {
  /** Log-likelihood ratio of standing in the fragment. */
  readonly evidence: Float64Array;
  /** The same with the prior odds. */
  readonly odds: Float64Array;
}

/** An attack on fragments of one length. */
export interface LinearAttack {
  /** Running words of a fragment. */
  readonly length: number;
  /** Prior log-odds of standing in a fragment, by place. */
  readonly prior: Float64Array;
  /** Expected sum, of the length of a row. */
  readonly meanSum: Float64Array;
  /** Expected square of the length of the sum, above 0. */
  readonly expectedSquares: number;
  /** Judges every word from a sum that is off by noise of this variance in each dimension. */
  judge(sum: ArrayLike<number>, noise: number): WordOdds;
}

/** Prepares the attack on fragments of so many running words. */
export function prepareLinearAttack(dictionary: WordDictionary, length: number): LinearAttack {
  const { rows, rate, dimensions } = dictionary;
  const meanSum = new Float64Array(dimensions);
  const covariance = new Float64Array(dimensions * dimensions);
  for (const [at, row] of rows.entries()) {
    const expected = length * (rate[at] as number);
    for (let axis = 0; axis < dimensions; axis++)
      meanSum[axis] = (meanSum[axis] as number) + expected * (row[axis] as number);
    addOuter(covariance, row, expected);
  }
  mirror(covariance, dimensions);
  let spread = 0;
  for (let axis = 0; axis < dimensions; axis++) spread += covariance[axis * dimensions + axis] as number;
  const prior = rate.map((each) => Math.log(Math.expm1(length * each)));
  const prepared = new Map<number, { factored: Factored; strength: Float64Array }>();

  /** Noise levels are rounded to powers of 4, so that few factorisations serve many fragments. */
  const prepare = (noise: number): { factored: Factored; strength: Float64Array } => {
    const least = (spread / dimensions) * LEAST_NOISE;
    const level = Math.round(Math.log2(Math.max(noise, least)) / 2);
    let known = prepared.get(level);
    if (known === undefined) {
      const noisy = covariance.slice();
      for (let axis = 0; axis < dimensions; axis++) {
        const at = axis * dimensions + axis;
        noisy[at] = (noisy[at] as number) + 4 ** level;
      }
      const factored = factor(noisy, dimensions);
      const strength = Float64Array.from(rows, (row) => {
        const half = factored.half(row);
        return dot(half, half);
      });
      known = { factored, strength };
      prepared.set(level, known);
    }
    return known;
  };

  return {
    length,
    prior,
    meanSum,
    expectedSquares: dot(meanSum, meanSum) + spread,
    judge(sum, noise) {
      const { factored, strength } = prepare(noise);
      const solved = factored.solve(meanSum.map((value, axis) => (sum[axis] as number) - value));
      const evidence = Float64Array.from(rows, (row, at) => {
        // The word itself is taken out of mean and covariance (Sherman and Morrison).
        const expected = length * (rate[at] as number);
        const g = strength[at] as number;
        const without = Math.max(MOST_KNOWN, 1 - expected * g);
        return (dot(row, solved) + expected * g) / without - g / without / 2;
      });
      return { evidence, odds: evidence.map((value, at) => value + (prior[at] as number)) };
    },
  };
}

/** Noise, against the mean spread of a dimension, that stands for what the model of counts leaves out. */
const LEAST_NOISE = 1e-3;
/** A frequent word explains nearly all of its own direction; its share is never taken out whole. */
const MOST_KNOWN = 0.05;
