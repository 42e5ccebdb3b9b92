/**
 * Decides whether what was found may answer a question at all, before a sentence is chosen.
 *
 * In one language an answer shares words with its question: enough of its terms in one sentence, enough of its rarity in one
 * passage, and at least one of the things it names, unless the passage was found by a very high score. Between languages no
 * words are shared and the score alone decides. Thresholds are in docs/benchmarks.md.
 */
import type { TextHit } from '@archive/contract';
import { contentTerms } from './content-terms.ts';
import type { ExtractWeights } from './extract-weights.ts';
import { NAME } from './proper-names.ts';
import { metShare, type WeighedQuestion } from './score-candidates.ts';
import type { Candidate } from './sentence-candidates.ts';
import { isForeign, type Writing, writingOf } from './writing-of.ts';

/** How the sentences of an answer are found: by words, by the score of their passages, or not at all. */
export type AnswerGround = 'words' | 'score' | 'none';

/** A passage with its candidates and what of the question it meets. */
export interface WeighedPassage {
  hit: TextHit;
  candidates: readonly Candidate[];
  /** Terms of title and sentences. */
  terms: ReadonlySet<string>;
  /** Share of the question's rarity, 0 to 1. */
  share: number;
  /** Whether it is in another language than the question. */
  foreign: boolean;
}

/** Weighs the passages against the question, in the order given. */
export function weighPassages(
  question: string,
  asked: WeighedQuestion,
  hits: readonly TextHit[],
  candidates: readonly Candidate[],
): WeighedPassage[] {
  const writing: Writing = writingOf(question);
  return hits.map((hit) => {
    const own = candidates.filter((candidate) => candidate.hit === hit);
    const terms = new Set([
      ...contentTerms(hit.entity.title),
      ...own.flatMap((candidate) => candidate.terms),
    ]);
    return {
      hit,
      candidates: own,
      terms,
      share: metShare(asked, terms),
      foreign: isForeign(writing, writingOf(hit.text)),
    };
  });
}

/** On what ground the passages answer the question. */
export function groundOf(
  question: string,
  asked: WeighedQuestion,
  passages: readonly WeighedPassage[],
  weights: ExtractWeights,
): AnswerGround {
  if (asked.terms.length === 0) return 'none';
  const near = passages.filter(({ foreign }) => !foreign);
  if (near.some((passage) => sharesEnough(asked, passage, weights)) && sharesName(question, near))
    return 'words';
  if (near.some(({ hit }) => nearness(hit) >= weights.strongScore)) return 'words';
  const isFar = passages.some(
    ({ foreign, hit, candidates }) =>
      foreign && candidates.length > 0 && nearness(hit) >= weights.foreignScore,
  );
  return isFar ? 'score' : 'none';
}

/** What the vectors alone say of a hit; 0 when its score is of another kind. */
function nearness({ score, breakdown }: TextHit): number {
  return breakdown?.['cosine'] ?? (score <= 1 ? score : 0);
}

function sharesEnough(
  { terms, weights: rarity }: WeighedQuestion,
  { candidates, share }: WeighedPassage,
  weights: ExtractWeights,
): boolean {
  if (share < weights.leastShare) return false;
  const least = weights.leastTerms * Math.sqrt(terms.length);
  return candidates.some(({ terms: own }) => {
    let met = 0;
    for (const term of new Set(own)) if (rarity.has(term)) met++;
    return met >= least;
  });
}

/** Whether the passages hold any of the names in a question; true when it names nothing. */
function sharesName(question: string, passages: readonly WeighedPassage[]): boolean {
  const names = (question.match(NAME) ?? []).flatMap(contentTerms);
  return names.length === 0 || passages.some(({ terms }) => names.some((name) => terms.has(name)));
}
