/**
 * Chooses how much the words of a question add to a cosine: one weight, that of all of them, tried out on training questions.
 *
 * What is tried is the search's own sum, cosine plus curve of the share; the map that brings it to the scale of scores keeps
 * the order and need not be tried.
 */
import { mean, ndcgAt } from '@archive/evaluation';
import type { Embedder } from '@archive/embed';
import type { Fusion } from '@archive/retrieve';
import { lexicalScores, liftOf, share, WORDLESS_NOISE, WORDS_ALONE } from '@archive/retrieve/core';
import { cosineScores, embedSet } from './dense-scores.ts';
import { candidatesOf, type JudgedSet } from './judged-set.ts';
import { topOf } from './rank-set.ts';
import { indexOfSet } from './searched-set.ts';

/** What is tried. */
export const WEIGHTS: readonly number[] = [1, 1.5, 2, 3, 4, 6, 8];

/** What words and vectors say of every passage of a set, question by question. */
export interface AskedSet {
  readonly set: JudgedSet;
  readonly questions: readonly { readonly cosines: Float64Array; readonly shares: Float64Array }[];
}

/** Asks every question of a set by words and by vectors. */
export async function askSet(set: JudgedSet, embedder: Embedder): Promise<AskedSet> {
  const vectors = await embedSet(embedder, set);
  const { lexical } = indexOfSet(set, vectors.passages, embedder);
  return {
    set,
    questions: set.questions.map(({ text }, at) => {
      const shares = new Float64Array(set.passages.length);
      if (lexical !== undefined) {
        const { positions, values, attainable } = lexicalScores(text, lexical);
        for (const [n, position] of positions.entries())
          shares[position] = share(values[n] as number, attainable);
      }
      return { cosines: cosineScores(vectors, at), shares };
    }),
  };
}

/** The curve that is tried with a weight: the first tenth of a question counts as much as a tenth of cosine. */
export function knotsOf(weight: number): Fusion['knots'] {
  return [
    [0.1, 0.1],
    [1, weight],
  ];
}

/** What the search adds up: few words alone count for nothing. */
export function sumOf(cosine: number, share: number, fusion: Fusion): number {
  return cosine < WORDLESS_NOISE && share < WORDS_ALONE ? cosine : cosine + liftOf(fusion, share);
}

/** Mean nDCG@10 of a sum of cosine and share. */
export function ndcgUnder(
  { set, questions }: AskedSet,
  sum: (cosine: number, share: number) => number,
): number {
  const within = candidatesOf(set);
  return mean(
    questions.map(({ cosines, shares }, at) => {
      const question = set.questions[at] as (typeof set.questions)[number];
      const scores = cosines.map((cosine, passage) => sum(cosine, shares[passage] as number));
      const ranked = topOf(scores, within(question), 10).map((place) => set.passages[place]?.id ?? '');
      return ndcgAt(10, ranked, set.judgements.get(question.id) ?? new Map());
    }),
  );
}

/** The weight with the highest mean over all sets; the first of equals. @param figures  a list for each set, in the order of the weights */
export function bestWeight(
  figures: readonly (readonly number[])[],
  weights: readonly number[] = WEIGHTS,
): number {
  const means = weights.map((_, at) => mean(figures.map((each) => each[at] as number)));
  return weights[means.indexOf(Math.max(...means))] as number;
}

/** Pairs of a question and a passage of its set: how many unjudged ones are not found, and how many judged ones are. */
export interface FoundShares {
  readonly unjudgedUnder: number;
  readonly judgedOver: number;
}

/**
 * What the floor lets through, by cosine alone or with words.
 *
 * @param fusion  absent: the cosine alone
 */
export function foundShares({ set, questions }: AskedSet, floor: number, fusion?: Fusion): FoundShares {
  const unjudged = { under: 0, of: 0 };
  const judged = { over: 0, of: 0 };
  for (const [at, { cosines, shares }] of questions.entries()) {
    const wanted = set.judgements.get(set.questions[at]?.id ?? '');
    for (const [passage, { id }] of set.passages.entries()) {
      const [cosine, answered] = [cosines[passage] as number, shares[passage] as number];
      const isFound = (fusion === undefined ? cosine : sumOf(cosine, answered, fusion)) >= floor;
      if (wanted?.has(id) === true) {
        judged.of++;
        if (isFound) judged.over++;
      } else {
        unjudged.of++;
        if (!isFound) unjudged.under++;
      }
    }
  }
  return { unjudgedUnder: unjudged.under / unjudged.of, judgedOver: judged.over / judged.of };
}
