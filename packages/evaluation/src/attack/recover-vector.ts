/**
 * The third attack: from many rounded scores to the vector they were measured on.
 *
 * Every score is nearly a product of a known question vector with the unknown one, so questions and scores are a system of
 * equations with an error of at most half a step. Solved as a normal posterior whose prior is the attacker's own reading.
 * Scores that floor or cap cut off say on which side of it the product lies. Questions are made to land between, of words
 * that the estimate so far predicts to score, mixed with others; once scores are fixed at the floor they are made to land
 * at it, where being found or not says most.
 */
import { normalQuantile, oneSided, type Reading } from './normal.ts';
import type { ProbeEmbedder } from './probe-embedder.ts';
import type { Random } from './seeded-random.ts';
import { addOuter, dot, invert, times } from './small-linear-algebra.ts';

/**
 * What a caller learns of one fragment by one question: its released score; undefined when it is not among the hits;
 * `nothing` when its place would be beyond the last hit shown; `refused` when no more questions are answered.
 */
export type ScoreReading = number | undefined | 'nothing' | 'refused';

/** Asks a question, whose vector the attacker knows as well. */
export type ScoreOracle = (text: string, vector: Float32Array) => Promise<ScoreReading>;

/** What the attacker brings along. */
export interface QueryTools {
  /** What questions are embedded with. */
  readonly embedder: ProbeEmbedder;
  /** Mean of vectors of the attacker's own texts. */
  readonly mean: Float64Array;
  /** Covariance of the same vectors, row by row. */
  readonly covariance: Float64Array;
  /** Draws a natural text of so many words. */
  readonly draw: (words: number) => string;
  /** Words to make questions of. */
  readonly words: readonly string[];
  /** Unit vectors of `words`, in their order. */
  readonly vectors: readonly Float32Array[];
  /** Cosine below which nothing is returned, 0 to 1. */
  readonly floor: number;
  /** Largest score that is released for what is not exposed as text, 0 to 1. */
  readonly cap: number;
  /** What is added to every product before it is rounded; default 0. */
  readonly offset?: number;
  /**
   * After so many answers that held the fragment a ledger fixes its score at the floor: then the score says no more than
   * that it was found. Absent: never.
   */
  readonly silentAfter?: number;
  /** After so many it is in no further answer, and being absent says nothing. Absent: never. */
  readonly absentAfter?: number;
}

/** The estimate after some number of questions. */
export interface Estimate {
  /** Questions asked so far, from 0. */
  readonly asked: number;
  /** Answers that told something of the vector, 0 to `asked`. */
  readonly readings: number;
  /** The estimate, of the length of a vector of the model. */
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
  let covariance: Float64Array = tools.covariance;
  const information = times(precision, tools.mean);
  const estimates: Estimate[] = [];
  let estimate: Float64Array = Float64Array.from(tools.mean);
  let asked = 0;
  let readings = 0;
  let refused = false;
  let measured = 0;
  // What the attacker's own certainty was wrong by, learnt from how often they found.
  let correction = 0;
  const last = checkpoints.at(-1) ?? 0;
  for (const checkpoint of checkpoints) {
    while (asked < checkpoint && !refused) {
      const isSilent = measured >= (tools.silentAfter ?? Infinity);
      const share = shareToFind(tools, { measured, left: last - asked });
      const count = Math.min(
        checkpoint - asked,
        isSilent && share < 0.5 ? CAREFUL : Math.max(20, Math.min(500, Math.floor(asked / 8))),
      );
      const made = await questions(tools, estimate, count, random, {
        readings,
        ...(isSilent ? { aim: normalQuantile(share) + correction, covariance } : {}),
      });
      const before = measured;
      for (const { text, vector } of made) {
        const score = await ask(text, vector);
        if (score === 'refused') {
          refused = true;
          break;
        }
        asked++;
        if (score === 'nothing') continue;
        if (score === undefined && measured >= (tools.absentAfter ?? Infinity)) continue;
        const predicted = { mean: dot(vector, estimate), variance: dot(vector, times(covariance, vector)) };
        const { value, error } = readScore(score, predicted, tools, measured);
        if (score !== undefined) measured++;
        if (error === STEP_ERROR) readings++;
        addOuter(precision, vector, 1 / error);
        for (let axis = 0; axis < size; axis++)
          information[axis] = (information[axis] as number) + ((vector[axis] as number) * value) / error;
      }
      if (isSilent && share < 0.5)
        correction += measured - before > share * count + 1 ? -0.5 : measured === before ? 0.1 : 0;
      covariance = invert(precision, size);
      estimate = times(covariance, information);
    }
    let trace = 0;
    for (let axis = 0; axis < size; axis++) trace += covariance[axis * size + axis] as number;
    estimates.push({ asked, readings, vector: estimate, noise: trace / size });
  }
  return estimates;
}

/**
 * What a score says of the product: it is near it; or, where there is none, it lies under the floor; or over the cap. A
 * score that is fixed at the floor says that it lies above. `measured`: answers that held the fragment before.
 */
export function readScore(
  score: number | undefined,
  predicted: { mean: number; variance: number },
  tools: Pick<QueryTools, 'floor' | 'cap' | 'offset' | 'silentAfter'>,
  measured: number,
): Reading {
  const { cap, offset = 0, silentAfter = Infinity } = tools;
  if (score === undefined) return oneSided(predicted, thresholdOf(tools) - offset, 'below');
  if (measured >= silentAfter && isAtFloor(score, tools))
    return oneSided(predicted, thresholdOf(tools) - offset, 'above');
  if (score >= cap - HALF_STEP) return oneSided(predicted, score - HALF_STEP - offset, 'above');
  return { value: score - offset, error: STEP_ERROR };
}

/**
 * How often a question should find the fragment once scores are silent: as often as not, which says most; or rarely, where
 * finds are few and have to last for all questions to come.
 */
function shareToFind(
  { absentAfter }: Pick<QueryTools, 'absentAfter'>,
  { measured, left }: { measured: number; left: number },
): number {
  if (absentAfter === undefined || left <= 0) return 0.5;
  return Math.min(0.5, Math.max(0, absentAfter - measured) / left);
}

/** Least product that is rounded to the floor, which is on the grid. */
function thresholdOf({ floor }: Pick<QueryTools, 'floor'>): number {
  return releasedFloor(floor) - HALF_STEP;
}

function releasedFloor(floor: number): number {
  return Math.ceil(floor / STEP - 1e-9) * STEP;
}

function isAtFloor(score: number, { floor }: Pick<QueryTools, 'floor'>): boolean {
  return score < releasedFloor(floor) + HALF_STEP;
}

/** Natural texts at first; then lists of words whose predicted score lies between floor and cap. */
async function questions(
  { embedder, draw, words, vectors, floor, cap, offset = 0 }: QueryTools,
  estimate: Float64Array,
  count: number,
  random: Random,
  { readings, aim, covariance }: { readings: number; aim?: number; covariance?: Float64Array },
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
      const predicted = dot(vector, estimate) + offset;
      const off =
        aim !== undefined && covariance !== undefined
          ? Math.abs(
              predicted -
                thresholdOf({ floor }) -
                aim * Math.sqrt(Math.max(0, dot(vector, times(covariance, vector)))),
            )
          : Math.max(0, floor + MARGIN - predicted, predicted - (cap - MARGIN));
      return { text, vector, off };
    })
    .sort((a, b) => a.off - b.off)
    .slice(0, count);
}

/** A place of a list, near its start more often than not. */
function skewed(length: number, random: Random): number {
  return Math.floor(length * random.next() ** 2);
}

const STEP = 0.05;
const HALF_STEP = STEP / 2;
/** Variance of rounding to a step. */
export const STEP_ERROR = STEP ** 2 / 12;
/** How far from floor and cap a question should land. */
const MARGIN = 0.04;
const NEAR_WORDS = 600;
/** Questions that are made for each that is asked. */
const CANDIDATES = 2;
/** Questions at a time while finds have to last. */
const CAREFUL = 8;
