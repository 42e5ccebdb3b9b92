/**
 * Chooses the attack for each kind of observation on the attacker's own text, once for each level of noise.
 *
 * Nothing is chosen on the fragments that are attacked.
 */
import { drawStretch, type OwnReading } from './own-reading.ts';
import { type Attacker, invertVector, STRATEGIES, type Strategy } from './invert-vector.ts';
import { type Observation, observeNoisy, observeSigns } from './observations.ts';
import type { Random } from './seeded-random.ts';
import { contentTargets, wordFigures } from './word-figures.ts';

/** Makes the chooser for fragments of the attacker's length. */
export async function strategyChooser(
  attacker: Attacker,
  { read }: OwnReading,
  trials: number,
  random: Random,
): Promise<(observation: Observation) => Strategy> {
  const { length } = attacker.linear;
  const texts = Array.from({ length: trials }, () => drawStretch(read, length, random));
  const vectors = await attacker.model.embedder.embed(texts);
  const known = new Map<string, Strategy>();
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return ({ signs, noise }) => {
    const key =
      signs === undefined ? `noise ${Math.round(Math.log2(Math.max(noise, LEAST_NOISE)) / 2)}` : 'signs';
    let chosen = known.get(key);
    if (chosen === undefined) {
      const seen = vectors.map((vector) =>
        signs === undefined ? observeNoisy(vector, noise, normal) : observeSigns(vector),
      );
      const [best] = STRATEGIES.map((strategy) => ({
        strategy,
        found: wordFigures(
          attacker,
          seen.map((observation, at) => ({
            inversion: invertVector(attacker, observation, strategy),
            targets: contentTargets(texts[at] as string),
          })),
          random,
        ).found,
      })).sort((a, b) => b.found - a.found);
      known.set(key, (chosen = best?.strategy ?? 'linear'));
    }
    return chosen;
  };
}

/** Below this an estimate counts as exact. */
const LEAST_NOISE = 1e-6;
