/**
 * Checks anybody's answer against the passages it cites, by rule (decisions 5.2).
 *
 * A quotation and a number must stand in a passage that their own sentence cites, not in any that was found. Findings are
 * numbers of sentences and fixed words; nothing of a passage, a place or the answer is repeated. A pass says that the
 * sentences hold together with what they cite, not that they are true.
 */
import {
  ANSWER_CONTRACT,
  type AnswerCitation,
  type AnswerVerification,
  type CheckResult,
  type ClaimedSentence,
  type EvidenceHit,
  type FragmentFace,
  VERIFICATION_CHECKS,
} from '@archive/contract';
import { checkSentence } from './check/check-sentence.ts';
import { FINDINGS, type FindingKind } from './check/finding.ts';
import type { TextFace } from './evidence.ts';

/**
 * Verifies sentences against hits or faces, among which are those they may cite.
 *
 * @param question  what was asked; today no check depends on it
 */
export function verifyAnswer(
  question: string,
  sentences: readonly ClaimedSentence[],
  hits: readonly (EvidenceHit | FragmentFace)[],
): AnswerVerification {
  void question;
  const found = sentences.flatMap((sentence, at) =>
    findingsOf(sentence, hits).map((kind) => ({ sentence: at + 1, ...FINDINGS[kind] })),
  );
  const checks = VERIFICATION_CHECKS.map((check): CheckResult => {
    const findings = found
      .filter((finding) => finding.check === check)
      .map(({ sentence, message }) => ({ sentence, message }));
    return { check, deterministic: true, pass: findings.length === 0, findings };
  });
  return { contract: ANSWER_CONTRACT, pass: checks.every(({ pass }) => pass), checks, judged: null };
}

function findingsOf(
  { text, citations }: ClaimedSentence,
  hits: readonly (EvidenceHit | FragmentFace)[],
): FindingKind[] {
  const found = new Set<FindingKind>();
  const cited = new Set<TextFace>();
  if (citations.length === 0) found.add('uncited');
  for (const citation of citations) {
    const passage = passageOf(citation, hits);
    if (typeof passage === 'string') found.add(passage);
    else cited.add(passage);
  }
  for (const kind of checkSentence({ text, cited: [...cited], hits })) found.add(kind);
  return [...found];
}

/** The passage of an exact pair, or what is wrong with the pair. */
function passageOf(
  { fragmentId, url }: AnswerCitation,
  hits: readonly (EvidenceHit | FragmentFace)[],
): TextFace | FindingKind {
  const named = hits.find((hit) => hit.fragmentId === fragmentId);
  if (named === undefined) return 'unknown';
  if (named.exposure !== 'text') return 'withheld';
  return named.entity.url === url ? named : 'misaddressed';
}
