/**
 * From scores to rankings to figures, the same way for every ranker.
 *
 * Ties go to the passage that stands first in the set. A question ranks only passages of its group.
 */
import { candidatesOf, type JudgedSet, type Question } from './judged-set.ts';
import { mean, ndcgAt, recallAt, reciprocalRank } from '@archive/evaluation';

/** Ids of the best passages of each question, best first, in the order of the set's questions. */
export type Rankings = readonly (readonly string[])[];

/** Figures of a ranker on a set, question by question. */
export interface Judged {
  readonly ndcg10: readonly number[];
  readonly recall10: readonly number[];
  readonly recall100: readonly number[];
  readonly mrr: readonly number[];
}

/** The figures that tables show. */
export type Measure = keyof Judged;

/** Ranks every question of a set by a scorer; the first `depth` passages are kept. */
export function rankSet(
  set: JudgedSet,
  scorer: (question: Question, at: number) => ArrayLike<number>,
  depth = 100,
): Rankings {
  const candidates = candidatesOf(set);
  return set.questions.map((question, at) => {
    const scores = scorer(question, at);
    return topOf(scores, candidates(question), depth).map((place) => set.passages[place]?.id ?? '');
  });
}

/** Positions of the highest scores, highest first. */
export function topOf(scores: ArrayLike<number>, within: Int32Array, depth: number): number[] {
  const top: number[] = [];
  for (const at of within) {
    const score = scores[at] as number;
    if (top.length === depth && score <= (scores[top[depth - 1] as number] as number)) continue;
    let [from, to] = [0, top.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((scores[top[middle] as number] as number) >= score) from = middle + 1;
      else to = middle;
    }
    top.splice(from, 0, at);
    if (top.length > depth) top.pop();
  }
  return top;
}

/** Judges rankings question by question. */
export function judge({ questions, judgements }: JudgedSet, rankings: Rankings): Judged {
  const each = (
    measure: (ranked: readonly string[], judged: ReadonlyMap<string, number>) => number,
  ): number[] => questions.map(({ id }, at) => measure(rankings[at] ?? [], judgements.get(id) ?? new Map()));
  return {
    ndcg10: each((ranked, judged) => ndcgAt(10, ranked, judged)),
    recall10: each((ranked, judged) => recallAt(10, ranked, judged)),
    recall100: each((ranked, judged) => recallAt(100, ranked, judged)),
    mrr: each(reciprocalRank),
  };
}

/** Mean of one measure. */
export function meanOf(judged: Judged, measure: Measure): number {
  return mean(judged[measure]);
}
