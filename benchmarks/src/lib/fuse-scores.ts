/**
 * Fusion of words and vectors: two scores of a passage become one, with a weight that is chosen once.
 *
 * `sum` adds the BM25 score as it is, so a question whose rare words are all found outweighs the vector by itself;
 * `scaled` divides it by the question's best first; `standard` counts both in standard deviations over the passages a
 * question may find, so that neither the size of a collection nor the habits of an encoder matter; `ranks` is reciprocal rank fusion (Cormack et al. 2009, constant 60)
 * and forgets how far apart scores lie. The weight and the kind are chosen on a training set by `tuneFusion` and used
 * unchanged everywhere else.
 */
import { candidatesOf, type JudgedSet } from './judged-set.ts';
import { judge, meanOf, rankSet, topOf } from './rank-set.ts';

/** How to fuse. */
export interface Fusion {
  readonly kind: 'sum' | 'scaled' | 'standard' | 'ranks';
  /** Of the vector's score against that of the words. */
  readonly weight: number;
}

/** Scores of both sides for the question at a position. */
export interface BothScores {
  words(question: number): Float64Array;
  vector(question: number): Float64Array;
}

/** What is tried; weights are a little less than doubling. */
const FUSIONS: readonly Fusion[] = [
  ...[2, 3, 5, 8, 12, 18, 27, 40, 60, 90].map((weight) => ({ kind: 'sum', weight }) as const),
  ...[0.1, 0.15, 0.25, 0.4, 0.6, 0.9, 1.4, 2, 3].map((weight) => ({ kind: 'scaled', weight }) as const),
  ...[0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1].map((weight) => ({ kind: 'standard', weight }) as const),
  ...[0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 1].map((weight) => ({ kind: 'ranks', weight }) as const),
];

/** Fused scores of all passages for the question at a position, among those it may find. */
export function fuseScores(
  { kind, weight }: Fusion,
  words: Float64Array,
  vector: Float64Array,
  within: Int32Array,
): Float64Array {
  if (kind === 'ranks') return add(ranksOf(words, within), 1, ranksOf(vector, within), weight);
  if (kind === 'standard')
    return add(words, per(deviationOf(words, within)), vector, weight * per(deviationOf(vector, within)));
  return add(words, kind === 'sum' ? 1 : per(highest(words, within)), vector, weight);
}

function add(a: Float64Array, weightA: number, b: Float64Array, weightB: number): Float64Array {
  return a.map((value, at) => value * weightA + (b[at] as number) * weightB);
}

/** One over a scale; nothing counts on a scale of zero. */
function per(scale: number): number {
  return scale > 0 ? 1 / scale : 0;
}

function highest(scores: Float64Array, within: Int32Array): number {
  let best = 0;
  for (const at of within) best = Math.max(best, scores[at] as number);
  return best;
}

function deviationOf(scores: Float64Array, within: Int32Array): number {
  let sum = 0;
  let squares = 0;
  for (const at of within) {
    sum += scores[at] as number;
    squares += (scores[at] as number) ** 2;
  }
  return Math.sqrt(Math.max(0, squares / within.length - (sum / within.length) ** 2));
}

/** The fusion with the highest nDCG@10 on a training set, and that figure; the first of equals. */
export function tuneFusion(
  set: JudgedSet,
  scores: BothScores,
  fusions: readonly Fusion[] = FUSIONS,
): { fusion: Fusion; ndcg10: number }[] {
  const candidates = candidatesOf(set);
  const words = set.questions.map((_, at) => scores.words(at));
  const vector = set.questions.map((_, at) => scores.vector(at));
  return fusions
    .map((fusion) => ({
      fusion,
      ndcg10: meanOf(
        judge(
          set,
          rankSet(
            set,
            (question, at) =>
              fuseScores(fusion, words[at] as Float64Array, vector[at] as Float64Array, candidates(question)),
            10,
          ),
        ),
        'ndcg10',
      ),
    }))
    .sort((a, b) => b.ndcg10 - a.ndcg10);
}

/** 1 / (60 + rank) of the first thousand passages with a score above 0, and 0 for the rest. */
function ranksOf(scores: Float64Array, within: Int32Array): Float64Array {
  const ranks = new Float64Array(scores.length);
  for (const [at, place] of topOf(scores, within, RANKED).entries())
    if ((scores[place] as number) > 0) ranks[place] = 1 / (RANK_CONSTANT + at + 1);
  return ranks;
}

const RANK_CONSTANT = 60;
const RANKED = 1_000;
