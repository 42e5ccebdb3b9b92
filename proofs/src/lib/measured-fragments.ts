/**
 * Fragments of one length behind the search that serves, without limits: what questions alone read back.
 *
 * An index of a product keeps no row of a short fragment; these are measured to say why.
 */
import type { Embedder } from '@archive/embed';
import {
  drawStretch,
  makeDictionary,
  type Preparation,
  type ProbeTarget,
  prepareQueryTools,
  readFromOutside,
  type ReadableModel,
  recoverWords,
  type RecoveredWords,
  type ScoreOracle,
} from '@archive/evaluation';
import type { InversionCorpus } from './inversion-corpus.ts';
import type { Random } from './seeded-random.ts';
import { type KeptAs, serveOneFragment } from './served-score.ts';

/** An embedder, and how it is read. */
export interface MeasuredModel {
  readonly name: string;
  readonly model: ReadableModel & { embedder: Embedder };
}

/** The n-gram model, read from outside. */
export async function readNgrams(
  embedder: Embedder,
  { vocabulary }: InversionCorpus,
): Promise<MeasuredModel> {
  return { name: 'n-grams', model: { ...(await readFromOutside(embedder, vocabulary)), embedder } };
}

/** Prepares an attacker with a model. */
export async function prepareAttacker(
  corpus: InversionCorpus,
  { model }: MeasuredModel,
  random: Random,
  ownTexts: number,
): Promise<Preparation> {
  const dictionary = makeDictionary(corpus, model);
  const tools = await prepareQueryTools(corpus, model, dictionary, random, ownTexts);
  return { reading: corpus, model, dictionary, tools };
}

/** Attacks fragments of a length. */
export async function measureFragments(
  prepared: Preparation,
  { model: { embedder } }: MeasuredModel,
  corpus: InversionCorpus,
  {
    length,
    keptAs,
    fragments,
    questions,
  }: { length: number; keptAs: KeptAs; fragments: number; questions: readonly number[] },
  random: Random,
): Promise<RecoveredWords[]> {
  const texts = Array.from({ length: fragments }, () => drawStretch(corpus.kept, length, random));
  const vectors = await embedder.embed(texts);
  const oracles = new Map<ProbeTarget, ScoreOracle>();
  for (const [at, text] of texts.entries()) {
    const vector = vectors[at] as Float32Array;
    const target: ProbeTarget = {
      fragmentId: `fragment ${at}`,
      entityId: `work ${at}`,
      text,
      vector,
      keptAs,
      face: '',
      filters: {},
      exactScore: () => 0,
    };
    oracles.set(target, serveOneFragment(vector, embedder, keptAs));
  }
  return recoverWords(
    prepared,
    [...oracles.keys()],
    length,
    (target) => oracles.get(target) as ScoreOracle,
    questions,
    random,
  );
}
