/**
 * How closely one private cosine can be told by many questions around it.
 *
 * The attacker wants the product of a question with an unknown vector. Each answer gives it for a mixture (the question
 * with other words), up to half a step; the mixtures are chosen so that each says most of the one product, and a normal
 * posterior holds what all say together (a Kalman filter). Rounding falls elsewhere for each mixture, which is what a
 * binary search over mixtures lives on.
 */
import { type QueryTools, readScore, type ScoreOracle, STEP_ERROR } from '../attack/recover-vector.ts';
import type { Reading } from '../attack/normal.ts';
import type { Random } from '../attack/seeded-random.ts';
import { dot, times } from '../attack/small-linear-algebra.ts';

/** What is known after some questions. */
export interface ScoreWidth {
  /** Questions asked so far, from 1. */
  readonly asked: number;
  /** Width of a uniform interval that is as uncertain as the attacker: one rounded answer alone leaves 0.05. */
  readonly width: number;
  /** The score, as the attacker estimates it, on the scale of cosines. */
  readonly estimate: number;
}

/** Asks, and says what is known at each of the numbers given. The first question is the one the attacker wants. */
export async function scoreWidth(
  tools: QueryTools,
  question: string,
  ask: ScoreOracle,
  checkpoints: readonly number[],
  random: Random,
): Promise<ScoreWidth[]> {
  const { embedder, mean, floor, cap, offset = 0 } = tools;
  const [aim = new Float32Array()] = await embedder.embed([question], { purpose: 'query' });
  const covariance = tools.covariance.map((value) => value * WIDE_PRIOR);
  const belief = Float64Array.from(mean);
  const found: ScoreWidth[] = [];
  let asked = 0;
  let spent = false;
  let measured = 0;
  for (const checkpoint of checkpoints) {
    while (asked < checkpoint && !spent) {
      const next = asked === 0 ? { text: question, vector: aim } : await mixture(covariance, belief);
      const reading = await ask(next.text, next.vector);
      spent = reading === 'refused';
      if (!spent) asked++;
      if (reading === 'refused' || reading === 'nothing') continue;
      const { vector } = next;
      const variance = dot(vector, times(covariance, vector));
      learn(
        covariance,
        belief,
        vector,
        readScore(reading, { mean: dot(vector, belief), variance }, tools, measured),
      );
      if (reading !== undefined) measured++;
    }
    const variance = Math.max(0, dot(aim, times(covariance, aim)));
    found.push({
      asked,
      width: Math.min(cap - floor, Math.sqrt(12 * variance)),
      estimate: dot(aim, belief) + offset,
    });
  }
  return found;

  async function mixture(
    known: Float64Array,
    guess: Float64Array,
  ): Promise<{ text: string; vector: Float32Array }> {
    const texts = Array.from({ length: CANDIDATES }, () =>
      [
        question,
        ...Array.from({ length: random.between(1, MOST_ADDED) }, () => random.pick(tools.words)),
      ].join(' '),
    );
    const vectors = await embedder.embed(texts, { purpose: 'query' });
    const towards = times(known, aim);
    const worth = vectors.map((vector, at) => {
      const predicted = dot(vector, guess) + offset;
      const lands = predicted > floor && predicted < cap;
      const gain = dot(vector, towards) ** 2 / (STEP_ERROR + dot(vector, times(known, vector)));
      return { text: texts[at] as string, vector, gain: lands ? gain : gain / 1_000 };
    });
    return worth.reduce((best, each) => (each.gain > best.gain ? each : best));
  }
}

function learn(
  covariance: Float64Array,
  belief: Float64Array,
  vector: ArrayLike<number>,
  { value, error }: Reading,
): void {
  const size = belief.length;
  const along = times(covariance, vector);
  const spread = error + dot(vector, along);
  const surprise = (value - dot(vector, belief)) / spread;
  for (let row = 0; row < size; row++) {
    const share = (along[row] as number) / spread;
    belief[row] = (belief[row] as number) + (along[row] as number) * surprise;
    for (let column = 0; column < size; column++) {
      const at = row * size + column;
      covariance[at] = (covariance[at] as number) - share * (along[column] as number);
    }
  }
}

/** So much wider than the attacker's reading is what they allow for before they ask. */
const WIDE_PRIOR = 16;
const CANDIDATES = 12;
const MOST_ADDED = 4;
