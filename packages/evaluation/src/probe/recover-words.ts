/**
 * From released scores to words: the vector is recovered by questions, and words are read off it.
 */
import { strategyChooser } from '../attack/choose-strategy.ts';
import { type Attacker, invertVector, type Strategy } from '../attack/invert-vector.ts';
import { prepareLinearAttack } from '../attack/linear-attack.ts';
import { cosine, fromScores, type Observation } from '../attack/observations.ts';
import type { OwnReading } from '../attack/own-reading.ts';
import type { ReadableModel } from '../attack/readable-model.ts';
import { type QueryTools, recoverVector, type ScoreOracle } from '../attack/recover-vector.ts';
import type { Random } from '../attack/seeded-random.ts';
import {
  type AttackedFragment,
  contentTargets,
  type WordFigures,
  wordFigures,
} from '../attack/word-figures.ts';
import type { WordDictionary } from '../attack/word-dictionary.ts';
import { mean } from './area-under-curve.ts';
import type { ProbeTarget } from './probe-target.ts';

/** What an attacker has prepared. */
export interface Preparation {
  /** What the attacker has read. */
  readonly reading: OwnReading;
  /** What reads and writes vectors. */
  readonly model: ReadableModel;
  /** Words that are looked for. */
  readonly dictionary: WordDictionary;
  /** What questions are made of. */
  readonly tools: QueryTools;
}

/** What was recovered after some questions, means over the fragments. */
export interface RecoveredWords extends WordFigures {
  /** Questions asked of each fragment, from 0. */
  readonly asked: number;
  /** Share of content words found above naming the most frequent ones. */
  readonly above: number;
  /** Cosine between recovered and stored vector. */
  readonly cosine: number;
}

/**
 * Attacks fragments of about the same length.
 *
 * @param length  running words that the attacker takes them to have
 * @param open    a fresh oracle for each fragment, so that each is attacked with a whole budget
 */
export async function recoverWords(
  prepared: Preparation,
  targets: readonly ProbeTarget[],
  length: number,
  open: (target: ProbeTarget) => ScoreOracle,
  checkpoints: readonly number[],
  random: Random,
  trials = 4,
): Promise<RecoveredWords[]> {
  const { model, tools } = prepared;
  const { attacker, choose } = await attackerFor(prepared, length, random, trials);
  const slope = model.embedder.codes?.line?.a ?? 1;
  const attacked = checkpoints.map((): { fragment: AttackedFragment; cosine: number }[] => []);
  for (const target of targets) {
    const estimates = await recoverVector(toolsFor(tools, target, model), open(target), checkpoints, random);
    for (const [at, { vector, noise }] of estimates.entries()) {
      const observation = fromScores(vector, noise, { keptAs: target.keptAs, slope });
      attacked[at]?.push({
        fragment: {
          inversion: invertVector(attacker, observation, choose(observation)),
          targets: contentTargets(target.text),
        },
        cosine: cosine(vector, target.vector),
      });
    }
  }
  return checkpoints.map((asked, at) => {
    const each = attacked[at] ?? [];
    const figures = wordFigures(
      attacker,
      each.map(({ fragment }) => fragment),
      random,
    );
    return {
      asked,
      ...figures,
      above: figures.found - figures.byFrequency,
      cosine: mean(each.map((one) => one.cosine)),
    };
  });
}

/** An attack on fragments of one length is prepared once for a dictionary. */
async function attackerFor(
  { reading, model, dictionary }: Preparation,
  length: number,
  random: Random,
  trials: number,
): Promise<Armed> {
  const known = armed.get(dictionary) ?? new Map<number, Armed>();
  armed.set(dictionary, known);
  let found = known.get(length);
  if (found === undefined) {
    const attacker = { model, dictionary, linear: prepareLinearAttack(dictionary, length) };
    found = { attacker, choose: await strategyChooser(attacker, reading, trials, random) };
    known.set(length, found);
  }
  return found;
}

interface Armed {
  readonly attacker: Attacker;
  readonly choose: (observation: Observation) => Strategy;
}

const armed = new WeakMap<WordDictionary, Map<number, Armed>>();

/** The line of sign bits adds a constant, which everybody knows. */
export function toolsFor(
  tools: QueryTools,
  { keptAs }: Pick<ProbeTarget, 'keptAs'>,
  { embedder }: Pick<ReadableModel, 'embedder'>,
): QueryTools {
  return keptAs === 'bits' ? { ...tools, offset: embedder.codes?.line?.c ?? 0 } : tools;
}
