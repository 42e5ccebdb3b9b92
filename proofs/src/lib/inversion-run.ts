/**
 * One run of the inversion: fragments of each length, everything an attacker may hold of their vectors, the best attack.
 *
 * The attacker chooses the attack for each kind of observation on text of their own, of the same length and seen the same
 * way; nothing is chosen on the fragments that are attacked.
 */
import type { Embedder } from '@archive/embed';
import {
  type AttackedFragment,
  type Attacker,
  contentTargets,
  cosine,
  drawStretch,
  fromScores,
  invertVector,
  makeDictionary,
  type Observation,
  observeFloats,
  observeInt8,
  prepareLinearAttack,
  prepareQueryTools,
  type ReadableModel,
  recoverVector,
  strategyChooser,
  type WordFigures,
  wordFigures,
} from '@archive/evaluation';
import type { InversionCorpus } from './inversion-corpus.ts';
import { observeSignBits } from './observe-sign-bits.ts';
import type { Random } from './seeded-random.ts';
import { serveOneFragment } from './served-score.ts';

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
  readonly figures: ReadonlyMap<number, WordFigures & { cosine: number }>;
}

/** Runs everything. `say` hears how far it is. */
export async function runInversion(
  corpus: InversionCorpus,
  model: ReadableModel & { embedder: Embedder },
  size: InversionSize,
  random: Random,
  say: (line: string) => void,
): Promise<InversionRow[]> {
  const dictionary = makeDictionary(corpus, model);
  say(`${dictionary.words.length} words, ${corpus.read.flat().length} read`);
  const tools = await prepareQueryTools(corpus, model, dictionary, random);
  const rows = new Map<string, Map<number, WordFigures & { cosine: number }>>();
  for (const length of size.lengths) {
    const attacker: Attacker = { model, dictionary, linear: prepareLinearAttack(dictionary, length) };
    const choice = await strategyChooser(attacker, corpus, size.trials, random);
    const texts = Array.from({ length: size.fragments }, () => drawStretch(corpus.kept, length, random));
    const vectors = await model.embedder.embed(texts);
    const held = new Map<string, { observation: Observation; text: string; vector: Float32Array }[]>();
    const hold = (name: string, at: number, observation: Observation): void => {
      const entry = { observation, text: texts[at] as string, vector: vectors[at] as Float32Array };
      held.set(name, [...(held.get(name) ?? []), entry]);
    };
    for (const [at, vector] of vectors.entries()) {
      hold('float32', at, observeFloats(vector));
      hold('int8', at, observeInt8(vector));
      hold(`${vector.length} sign bits`, at, observeSignBits(vector));
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
            fromScores(estimate, noise, { keptAs, slope: model.embedder.codes?.line?.a ?? 1 }),
          );
      }
    for (const [name, entries] of held) {
      const attacked: AttackedFragment[] = [];
      for (const { observation, text } of entries)
        attacked.push({
          inversion: invertVector(attacker, observation, choice(observation)),
          targets: contentTargets(text),
        });
      const figures = {
        ...wordFigures(attacker, attacked, random),
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
