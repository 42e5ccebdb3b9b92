/**
 * From an estimate of a vector to words: the attack itself, in the ways an attacker may choose from.
 *
 * `linear` judges each word alone; a price solves for words together. Where only signs are known the solution tells how
 * large the components behind the signs are, and the words are solved for again.
 */
import type { LinearAttack, WordOdds } from './linear-attack.ts';
import { normalHazard } from './normal.ts';
import type { ReadableModel } from './readable-model.ts';
import { dot } from './small-linear-algebra.ts';
import { solveSparse } from './sparse-attack.ts';
import type { Observation } from './observations.ts';
import type { WordDictionary } from './word-dictionary.ts';

/** A way to attack. */
export type Strategy = 'linear' | { readonly price: number };

/** What an attacker may choose from, on text of their own. */
export const STRATEGIES: readonly Strategy[] = [
  'linear',
  ...[0.003, 0.015, 0.08].map((price) => ({ price })),
];

/** What an attacker concludes. */
export interface Inversion {
  /** Places of content words, the likeliest first. */
  readonly ranked: readonly number[];
  /** How much the vector speaks for each word, by place, whatever its frequency. */
  readonly evidence: Float64Array;
}

/** Everything an attacker has prepared for fragments of one length. */
export interface Attacker {
  /** What reads and writes vectors. */
  readonly model: ReadableModel;
  /** Words that are looked for. */
  readonly dictionary: WordDictionary;
  /** The attack that judges every word by itself. */
  readonly linear: LinearAttack;
}

/** Turns an estimate into words. */
export function invertVector(
  { model, dictionary, linear }: Attacker,
  observation: Observation,
  strategy: Strategy,
): Inversion {
  const scale = Math.sqrt(linear.expectedSquares);
  const sumOf = (vector: Float64Array): { sum: Float64Array; reach: number } => {
    const { sum, reach } = model.uncentre(vector);
    return { sum: sum.map((value) => value * scale), reach };
  };
  const { sum, reach } = sumOf(observation.vector);
  const first = linear.judge(sum, observation.noise * (reach * scale) ** 2);
  if (strategy === 'linear') return { ranked: rank(dictionary, first.odds), evidence: first.evidence };

  const candidates = likeliest(first);
  let amounts = solveSparse(dictionary, linear.prior, sum, { ...strategy, candidates });
  for (let round = 0; observation.signs !== undefined && round < SIGN_ROUNDS && amounts.size > 0; round++) {
    const behind = behindSigns(observation.signs, model.centre(sumOfWords(dictionary, amounts)));
    amounts = solveSparse(dictionary, linear.prior, sumOf(behind).sum, { ...strategy, candidates });
  }
  const score = first.odds.map((odds, at) => {
    const amount = amounts.get(at);
    return amount === undefined ? Math.tanh(odds / ODDS_SCALE) - 1 : 1 + amount;
  });
  return { ranked: rank(dictionary, score), evidence: first.evidence };
}

/** Words by place with the highest scores first; only those that carry content. */
function rank({ content }: WordDictionary, score: Float64Array): number[] {
  return [...score.keys()]
    .filter((at) => content[at])
    .sort((a, b) => (score[b] as number) - (score[a] as number) || a - b);
}

function likeliest({ odds }: WordOdds): number[] {
  return [...odds.keys()].sort((a, b) => (odds[b] as number) - (odds[a] as number)).slice(0, CANDIDATES);
}

function sumOfWords(
  { rows, dimensions }: WordDictionary,
  amounts: ReadonlyMap<number, number>,
): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const [at, amount] of amounts)
    for (const [axis, value] of (rows[at] as Float64Array).entries())
      sum[axis] = (sum[axis] as number) + amount * value;
  return sum;
}

/** Mean of each component, given its sign and a normal guess of it that is off as much as the signs show. */
function behindSigns(signs: Int8Array, guess: Float64Array): Float64Array {
  const agreement = dot(signs, guess) / Math.sqrt(signs.length);
  // A guess at cosine ρ of the vector agrees with the signs to about 0.8·ρ.
  const rho = Math.min(0.98, Math.max(0.1, agreement / Math.sqrt(2 / Math.PI)));
  const deviation = Math.sqrt((1 - rho * rho) / signs.length);
  return Float64Array.from(signs, (sign, at) => {
    const mean = rho * (guess[at] as number);
    const t = (sign * mean) / deviation;
    return mean + sign * deviation * normalHazard(t);
  });
}

/** Words that the second attack considers. */
const CANDIDATES = 1_000;
const SIGN_ROUNDS = 2;
const ODDS_SCALE = 20;
