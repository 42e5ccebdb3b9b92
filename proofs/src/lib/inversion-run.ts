/**
 * One run of the inversion: fragments of each length, everything an attacker may hold of their vectors, the best attack.
 *
 * The attacker chooses the attack for each kind of observation on text of their own, of the same length and seen the same
 * way; nothing is chosen on the fragments that are attacked.
 */
import type { Embedder } from '@archive/embed';
import { drawFragment, type InversionCorpus, targetsOf } from './inversion-corpus.ts';
import { type AttackedFragment, type InversionFigures, inversionFigures } from './inversion-figures.ts';
import { type Attacker, invertVector, STRATEGIES, type Strategy } from './invert-vector.ts';
import { prepareLinearAttack } from './linear-attack.ts';
import { type QueryTools, recoverVector } from './query-attack.ts';
import type { ReadableModel } from './readable-model.ts';
import type { Random } from './seeded-random.ts';
import { type KeptAs, serveOneFragment } from './served-score.ts';
import { addOuter, mirror } from './small-linear-algebra.ts';
import {
  cosine,
  fromSigns,
  type Observation,
  observeFloats,
  observeInt8,
  observeNoisy,
  observeSigns,
} from './vector-observations.ts';
import { makeDictionary, type WordDictionary } from './word-dictionary.ts';

/** How much of everything. */
export interface InversionSize {
  /** Running words of a fragment. */
  readonly lengths: readonly number[];
  /** Fragments whose stored vectors are attacked, of each length. */
  readonly fragments: number;
  /** Fragments whose scores are attacked, of each length. */
  readonly asked: number;
  /** Numbers of questions after which the attacker looks. */
  readonly questions: readonly number[];
  /** Own fragments on which the attacker chooses an attack. */
  readonly trials: number;
}

/** A row of the table: what the attacker holds, and figures by length. */
export interface InversionRow {
  readonly held: string;
  readonly figures: ReadonlyMap<number, InversionFigures & { cosine: number }>;
}

/** Runs everything. `say` hears how far it is. */
export async function runInversion(
  corpus: InversionCorpus,
  model: ReadableModel,
  size: InversionSize,
  random: Random,
  say: (line: string) => void,
): Promise<InversionRow[]> {
  const dictionary = makeDictionary(corpus, model);
  say(`${dictionary.words.length} words, ${corpus.read.flat().length} read`);
  const tools = await queryTools(corpus, model, dictionary, random);
  const rows = new Map<string, Map<number, InversionFigures & { cosine: number }>>();
  for (const length of size.lengths) {
    const attacker: Attacker = { model, dictionary, linear: prepareLinearAttack(dictionary, length) };
    const choice = await chooser(attacker, corpus, size.trials, random);
    const texts = Array.from({ length: size.fragments }, () => drawFragment(corpus.kept, length, random));
    const vectors = await model.embedder.embed(texts);
    const held = new Map<string, { observation: Observation; text: string; vector: Float32Array }[]>();
    const hold = (name: string, at: number, observation: Observation): void => {
      const entry = { observation, text: texts[at] as string, vector: vectors[at] as Float32Array };
      held.set(name, [...(held.get(name) ?? []), entry]);
    };
    for (const [at, vector] of vectors.entries()) {
      hold('float32', at, observeFloats(vector));
      hold('int8', at, observeInt8(vector));
      hold(`${vector.length} sign bits`, at, observeSigns(vector));
    }
    for (const keptAs of ['bits', 'exact'] as const)
      for (const [at, vector] of vectors.slice(0, size.asked).entries()) {
        const estimates = await recoverVector(
          tools,
          serveOneFragment(vector, model.embedder, keptAs),
          size.questions,
          random,
        );
        for (const { asked, vector: estimate, noise } of estimates)
          hold(
            `scores of ${keptAs === 'bits' ? 'sign bits' : 'an exact vector'}, ${asked.toLocaleString('en-US')} questions`,
            at,
            fromScores(estimate, noise, keptAs, model.embedder),
          );
      }
    for (const [name, entries] of held) {
      const attacked: AttackedFragment[] = [];
      for (const { observation, text } of entries)
        attacked.push({
          inversion: invertVector(attacker, observation, choice(observation)),
          targets: targetsOf(text),
        });
      const figures = {
        ...inversionFigures(attacker, attacked, random),
        cosine:
          entries.reduce((sum, { observation, vector }) => sum + cosine(observation.vector, vector), 0) /
          entries.length,
      };
      rows.set(name, (rows.get(name) ?? new Map<number, typeof figures>()).set(length, figures));
      say(
        `${length} words, ${name}: ${figures.found.toFixed(3)} found, ${figures.byFrequency.toFixed(3)} by frequency, AUC ${figures.auc.toFixed(3)}, cosine ${figures.cosine.toFixed(3)}`,
      );
    }
  }
  return [...rows].map(([held, figures]) => ({ held, figures }));
}

/** What scores of a fragment say of its vector: scores of sign bits are of the signs, not of the vector. */
function fromScores(estimate: Float64Array, noise: number, keptAs: KeptAs, { codes }: Embedder): Observation {
  if (keptAs === 'exact') return { vector: estimate, noise };
  const size = estimate.length;
  const magnitude = ((codes?.line?.a ?? 1) * Math.sqrt(Math.PI / 2)) / Math.sqrt(size);
  const belief = estimate.map((value) => Math.tanh((value * magnitude) / noise));
  if (belief.every((value) => Math.abs(value) > 0.9)) return fromSigns(Int8Array.from(belief, Math.sign));
  const { noise: ofSigns } = fromSigns(new Int8Array(size).fill(1));
  const doubt = belief.reduce((sum, value) => sum + 1 - value * value, 0) / size;
  return {
    vector: belief.map((value) => (value * Math.sqrt(2 / Math.PI)) / Math.sqrt(size)),
    noise: ofSigns + (doubt * 2) / Math.PI / size,
  };
}

/** Chooses the attack for each kind of observation on the attacker's own text, once for each level of noise. */
async function chooser(
  attacker: Attacker,
  corpus: InversionCorpus,
  trials: number,
  random: Random,
): Promise<(observation: Observation) => Strategy> {
  const { length } = attacker.linear;
  const texts = Array.from({ length: trials }, () => drawFragment(corpus.read, length, random));
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
        found: inversionFigures(
          attacker,
          seen.map((observation, at) => ({
            inversion: invertVector(attacker, observation, strategy),
            targets: targetsOf(texts[at] as string),
          })),
          random,
        ).found,
      })).sort((a, b) => b.found - a.found);
      known.set(key, (chosen = best?.strategy ?? 'linear'));
    }
    return chosen;
  };
}

async function queryTools(
  corpus: InversionCorpus,
  { embedder, dimensions }: ReadableModel,
  dictionary: WordDictionary,
  random: Random,
): Promise<QueryTools> {
  const draw = (words: number): string => drawFragment(corpus.read, words, random);
  const own = await embedder.embed(Array.from({ length: OWN_TEXTS }, () => draw(random.between(15, 120))));
  const mean = new Float64Array(dimensions);
  for (const vector of own)
    for (let axis = 0; axis < dimensions; axis++)
      mean[axis] = (mean[axis] as number) + (vector[axis] as number) / own.length;
  const covariance = new Float64Array(dimensions * dimensions);
  for (const vector of own)
    addOuter(
      covariance,
      mean.map((value, axis) => (vector[axis] as number) - value),
      1 / own.length,
    );
  mirror(covariance, dimensions);
  // Room for what the attacker's reading does not hold.
  for (let axis = 0; axis < dimensions; axis++)
    covariance[axis * dimensions + axis] =
      (covariance[axis * dimensions + axis] as number) + 0.2 / dimensions;
  const places = [...dictionary.words.keys()].filter((at) => dictionary.content[at]);
  const words = places.map((at) => dictionary.words[at] as string);
  return {
    embedder,
    mean,
    covariance,
    draw,
    words,
    vectors: await embedder.embed(words),
    floor: embedder.defaultFloor ?? 0.2,
    cap: embedder.scoreCap ?? 1,
  };
}

/** Below this an estimate counts as exact. */
const LEAST_NOISE = 1e-6;
const OWN_TEXTS = 1_500;
