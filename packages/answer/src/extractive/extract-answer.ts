/**
 * Answers a question by quoting: the best sentences of the public passages that one search found, each with its citation.
 *
 * Nothing is written, so nothing can be made up; what can go wrong is the choice. When the passages meet too little of what
 * is asked there are no sentences, and that is the answer. Hits that are not released as text are not looked at.
 *
 * Pure and deterministic; the order of hits with equal scores does not matter, nor does a locale.
 */
import type { AnswerSentence, EvidenceHit, TextHit } from '@archive/contract';
import { chooseSentences } from './choose-sentences.ts';
import { contentTerms } from './content-terms.ts';
import { EXTRACT_WEIGHTS, type ExtractWeights } from './extract-weights.ts';
import { metShare, scoreCandidates, weighQuestion } from './score-candidates.ts';
import { sentenceCandidates } from './sentence-candidates.ts';

/** What was found to quote. */
export interface ExtractedAnswer {
  /** In reading order; empty when what was found does not answer. */
  sentences: AnswerSentence[];
}

/**
 * Chooses the sentences that answer a question, at most five, word for word, one citation each.
 *
 * A sentence's text stands in the cited passage as it is, but for white space and characters that cannot be seen; no
 * quotation marks are added.
 */
export function extractAnswer(question: string, hits: readonly EvidenceHit[]): ExtractedAnswer {
  return extractWith(EXTRACT_WEIGHTS, question, hits);
}

/** The same with given weights: how they are chosen. */
export function extractWith(
  weights: ExtractWeights,
  question: string,
  hits: readonly EvidenceHit[],
): ExtractedAnswer {
  const passages = hits.filter((hit) => hit.exposure === 'text').toSorted(byScore);
  const candidates = sentenceCandidates(passages);
  const asked = weighQuestion(question, candidates);
  const share = new Map(passages.map((hit) => [hit, passageShare(hit)]));
  function passageShare(hit: TextHit): number {
    const own = candidates.filter((candidate) => candidate.hit === hit).flatMap(({ terms }) => terms);
    return metShare(asked, [...own, ...contentTerms(hit.entity.title)]);
  }
  if (Math.max(0, ...share.values()) < weights.leastMet) return { sentences: [] };
  const chosen = chooseSentences(scoreCandidates(asked, candidates, share, weights), weights);
  return {
    sentences: chosen.map(({ text, hit }) => ({
      text,
      citations: [{ fragmentId: hit.fragmentId, url: hit.entity.url }],
    })),
  };
}

function byScore(a: TextHit, b: TextHit): number {
  return b.score - a.score || (a.fragmentId < b.fragmentId ? -1 : 1);
}
