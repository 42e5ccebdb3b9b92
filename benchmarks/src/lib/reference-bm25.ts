/**
 * The plain reference ranker: BM25 over title and text, nothing tuned, nothing clever.
 *
 * Robertson and Walker's formula with the idf that cannot be negative, ln(1 + (N − n + ½) / (n + ½)); a term that a
 * question repeats counts each time. Its figures on the judged sets are published, which is how a broken set would be
 * seen (`assertReference`).
 */
import { candidatesOf, type JudgedSet, type Question } from './judged-set.ts';
import { referenceTerms } from './reference-terms.ts';

/** Saturation of repeats, and how much length counts. */
export interface Bm25Settings {
  readonly k1: number;
  readonly b: number;
}

/** The two settings that the literature reports. */
export const BM25_SETTINGS = {
  short: { k1: 0.9, b: 0.4 },
  classic: { k1: 1.2, b: 0.75 },
} as const satisfies Record<string, Bm25Settings>;

/** Scores of every passage for a question, 0 where no term is shared; in the order of the set's passages. */
export type Scorer = (question: Question) => Float64Array;

/** Indexes a set. Statistics are those of the question's group alone where the set has groups. */
export function referenceBm25(set: JudgedSet, settings: Bm25Settings): Scorer {
  const terms = set.passages.map(({ title, text }) =>
    referenceTerms(`${title} ${text}`, set.language.passages),
  );
  const candidates = candidatesOf(set);
  const scorers = new Map<string | undefined, Scorer>();
  return (question) => {
    let scorer = scorers.get(question.group);
    if (scorer === undefined) {
      scorer = scorerOf(terms, candidates(question), settings, set.language.questions);
      scorers.set(question.group, scorer);
    }
    return scorer(question);
  };
}

function scorerOf(
  terms: readonly (readonly string[])[],
  within: Int32Array,
  { k1, b }: Bm25Settings,
  language: string,
): Scorer {
  const postings = new Map<string, Map<number, number>>();
  let total = 0;
  for (const at of within) {
    total += (terms[at] as readonly string[]).length;
    for (const term of terms[at] as readonly string[]) {
      const of = postings.get(term) ?? new Map<number, number>();
      postings.set(term, of.set(at, (of.get(at) ?? 0) + 1));
    }
  }
  const average = total / within.length;
  /** What a term adds to each passage that holds it; worked out when a question first has the term. */
  const weighted = new Map<string, { places: Int32Array; weights: Float64Array }>();
  const weigh = (term: string): { places: Int32Array; weights: Float64Array } => {
    const of = postings.get(term) ?? new Map<number, number>();
    const idf = Math.log(1 + (within.length - of.size + 0.5) / (of.size + 0.5));
    const places = Int32Array.from(of.keys());
    const weights = Float64Array.from(of, ([at, count]) => {
      const length = (terms[at] as readonly string[]).length / average;
      return (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
    });
    return { places, weights };
  };
  return ({ text }) => {
    const scores = new Float64Array(terms.length);
    for (const term of referenceTerms(text, language)) {
      let known = weighted.get(term);
      if (known === undefined) weighted.set(term, (known = weigh(term)));
      const { places, weights } = known;
      for (let n = 0; n < places.length; n++) {
        const at = places[n] as number;
        scores[at] = (scores[at] as number) + (weights[n] as number);
      }
    }
    return scores;
  };
}
