/**
 * Answers a question by quoting: the best sentences of the public passages that one search found, each with its citation.
 *
 * Nothing is written, so nothing can be made up; what can go wrong is the choice. When the passages meet too little of what
 * is asked there are no sentences, and that is the answer. Hits that are not released as text are not looked at.
 *
 * Pure and deterministic; the order of hits with equal scores does not matter, nor does a locale.
 */
import type { AnswerSentence, EvidenceHit, TextHit } from '@archive/contract';
import { checkSentence } from '../check/check-sentence.ts';
import { isVerbatim } from '../check/verbatim.ts';
import { groundOf, type WeighedPassage, weighPassages } from './answers-question.ts';
import { chooseSentences } from './choose-sentences.ts';
import { EXTRACT_WEIGHTS, FOREIGN_MAX_SENTENCES } from './extract-weights.ts';
import { scoreCandidates, weighQuestion } from './score-candidates.ts';
import { type Candidate, sentenceCandidates } from './sentence-candidates.ts';

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
  const texts = hits.filter((hit) => hit.exposure === 'text').toSorted(byScore);
  const sentences = quotationsFor(question, texts)
    // How a sentence was cut out is one matter, whether it stands in its passage another: only the check knows.
    .filter(({ text, hit }) => isVerbatim(text, hit.text))
    // One cut at a clause is no whole sentence: what was cut off must not turn it round.
    .filter(({ text, hit }) => checkSentence({ text, cited: [hit], hits: [hit] }).length === 0)
    .map(({ text, hit }) => ({ text, citations: [{ fragmentId: hit.fragmentId, url: hit.entity.url }] }));
  return { sentences };
}

function quotationsFor(question: string, hits: readonly TextHit[]): readonly Candidate[] {
  const candidates = sentenceCandidates(hits);
  const asked = weighQuestion(question, candidates);
  const passages = weighPassages(question, asked, hits, candidates);
  const ground = groundOf(question, asked, passages, EXTRACT_WEIGHTS);
  if (ground === 'none') return [];
  if (ground === 'score') return leadOf(passages);
  return chooseSentences(scoreCandidates(asked, passages, EXTRACT_WEIGHTS), EXTRACT_WEIGHTS);
}

/** How the best passage in another language begins: its words say nothing about which sentence answers. */
function leadOf(passages: readonly WeighedPassage[]): readonly Candidate[] {
  const best = passages.find(({ foreign, candidates }) => foreign && candidates.length > 0);
  return best === undefined ? [] : best.candidates.slice(0, FOREIGN_MAX_SENTENCES);
}

function byScore(a: TextHit, b: TextHit): number {
  return b.score - a.score || (a.fragmentId < b.fragmentId ? -1 : 1);
}
