/**
 * The third attack: from many rounded scores to the vector they were measured on.
 *
 * Every score is nearly a product of a known question vector with the unknown one, so questions and scores are a system of
 * equations with an error of at most half a step. Solved as a normal posterior whose prior is the attacker's own reading.
 * Scores that floor or cap cut off say little; so questions are made to land between: of words that the
 * estimate so far predicts to score, mixed with others, so that every direction is asked after.
 */
import type { Embedder } from '@archive/embed';
import type { Random } from './seeded-random.ts';
import { addOuter, dot, factor, mirror } from './small-linear-algebra.ts';

/** A released score for a text, or undefined when the fragment is not among the hits. */
export type ScoreOracle = (vector: Float32Array, text: string) => number | undefined;

/** What the attacker brings along. */
export interface QueryTools {
  readonly embedder: Embedder;
  /** Mean and covariance (row by row) of vectors of the attacker's own texts. */
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  /** Draws a natural text of so many words. */
  readonly draw: (words: number) => string;
  /** Words to make questions of, and their unit vectors. */
  readonly words: readonly string[];
  readonly vectors: readonly Float32Array[];
  readonly floor: number;
  readonly cap: number;
}

/** The estimate after some number of questions. */
export interface Estimate {
  readonly asked: number;
  readonly readings: number;
  readonly vector: Float64Array;
  /** Mean variance of the error in each dimension. */
  readonly noise: number;
}

/** Asks questions, and returns the estimate at each of the numbers given, in order. */
export async function recoverVector(
  tools: QueryTools,
  ask: ScoreOracle,
  checkpoints: readonly number[],
  random: Random,
): Promise<Estimate[]> {
  const size = tools.mean.length;
  const precision = invert(tools.covariance, size);
  const information = multiply(precision, tools.mean);
  const estimates: Estimate[] = [];
  let estimate: Float64Array = Float64Array.from(tools.mean);
  let asked = 0;
  let readings = 0;
  for (const checkpoint of checkpoints) {
    while (asked < checkpoint) {
      const count = Math.min(checkpoint - asked, Math.max(20, Math.min(500, Math.floor(asked / 8))));
      for (const { text, vector } of await questions(tools, estimate, count, random, readings)) {
        const score = ask(vector, text);
        asked++;
        const { value, error } = readingOf(score, tools);
        if (error === ERROR) readings++;
        addOuter(precision, vector, 1 / error);
        for (let axis = 0; axis < size; axis++)
          information[axis] = (information[axis] as number) + ((vector[axis] as number) * value) / error;
      }
      mirror(precision, size);
      estimate = factor(precision, size).solve(information);
    }
    const left = invert(precision, size);
    let trace = 0;
    for (let axis = 0; axis < size; axis++) trace += left[axis * size + axis] as number;
    estimates.push({ asked, readings, vector: estimate, noise: trace / size });
  }
  return estimates;
}

/** What a score says of the product: it is near it, or under the floor, or over the cap. */
function readingOf(score: number | undefined, { floor, cap }: QueryTools): { value: number; error: number } {
  if (score === undefined) return { value: floor / 4, error: (floor / 2) ** 2 };
  if (score >= cap - HALF_STEP) return { value: cap + HALF_STEP, error: HALF_STEP ** 2 * 4 };
  return { value: score, error: ERROR };
}

/** Natural texts at first; then lists of words whose predicted score lies between floor and cap. */
async function questions(
  { embedder, draw, words, vectors, floor, cap }: QueryTools,
  estimate: Float64Array,
  count: number,
  random: Random,
  readings: number,
): Promise<{ text: string; vector: Float32Array }[]> {
  const near = [...vectors.keys()]
    .map((at) => ({ at, score: dot(vectors[at] as Float32Array, estimate) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, NEAR_WORDS);
  const made = Array.from({ length: CANDIDATES * count }, () => {
    if (readings < 2 || random.chance(0.1)) return draw(random.between(6, 24));
    const told = Array.from(
      { length: random.between(2, 8) },
      () => near[skewed(near.length, random)]?.at ?? 0,
    );
    const other = Array.from({ length: random.between(0, 5) }, () => random.between(0, words.length - 1));
    return [...told, ...other].map((at) => words[at]).join(' ');
  });
  const embedded = await embedder.embed(made, { purpose: 'query' });
  return made
    .map((text, at) => {
      const vector = embedded[at] as Float32Array;
      const predicted = dot(vector, estimate);
      const off = Math.max(0, floor + MARGIN - predicted, predicted - (cap - MARGIN));
      return { text, vector, off };
    })
    .sort((a, b) => a.off - b.off)
    .slice(0, count);
}

/** A place of a list, near its start more often than not. */
function skewed(length: number, random: Random): number {
  return Math.floor(length * random.next() ** 2);
}

function invert(matrix: Float64Array, size: number): Float64Array {
  const factored = factor(matrix, size);
  const inverse = new Float64Array(size * size);
  const axisVector = new Float64Array(size);
  for (let axis = 0; axis < size; axis++) {
    axisVector.fill(0);
    axisVector[axis] = 1;
    inverse.set(factored.solve(axisVector), axis * size);
  }
  return inverse;
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return Float64Array.from(vector, (_, row) => dot(matrix.subarray(row * size, (row + 1) * size), vector));
}

const HALF_STEP = 0.025;
/** Variance of rounding to steps of 0.05. */
const ERROR = 0.05 ** 2 / 12;
/** How far from floor and cap a question should land. */
const MARGIN = 0.04;
const NEAR_WORDS = 600;
/** Questions that are made for each that is asked. */
const CANDIDATES = 2;
