/**
 * Decides about one reply of a model: what of it may be said, or what is wrong with it.
 *
 * All or nothing: one sentence that fails, or one pair that names nothing, turns the whole reply down, because a sentence whose
 * citation was dropped, or a text with a hole, is not what anybody checked. What is wrong is said by the number of the sentence
 * and in fixed words.
 */
import { VERIFY_MAX_SENTENCES, type EvidenceHit, type TextHit } from '@archive/contract';
import type { ModelReply } from './answer-model.ts';
import { checkSentence } from './check/check-sentence.ts';
import { isEcho, type Told } from './check/echo.ts';
import { FINDINGS, type FindingKind } from './check/finding.ts';
import { sentenceRanges } from './check/form-findings.ts';
import type { PlaceHit } from './evidence.ts';
import type { ShownEvidence } from './prompt/answer-1.ts';
import { readReply } from './read-reply.ts';
import { type ResolvedSentence, resolveCitations } from './resolve-citations.ts';

/** A sentence that holds, and the passages it rests on. */
export interface GroundedSentence {
  text: string;
  cited: readonly TextHit[];
}

/** What is to be done with a reply. */
export type Assessment =
  | { kind: 'grounded'; sentences: GroundedSentence[]; related: PlaceHit[] }
  | { kind: 'not-found' }
  /** Nothing was said. */
  | { kind: 'silent' }
  | { kind: 'faulty'; faults: string[] };

/** What a reply is assessed against. */
export interface AssessmentContext {
  shown: ShownEvidence;
  told: Told;
}

/** Assesses a reply to a prompt that showed this evidence. */
export function assessReply(
  { text, isDeclined, isTruncated }: ModelReply,
  { shown, told }: AssessmentContext,
): Assessment {
  if (isTruncated) return { kind: 'faulty', faults: ['the reply was cut off before its end: say less'] };
  if (isDeclined || text === undefined || text.trim() === '') return { kind: 'silent' };
  const reply = readReply(text);
  if (reply === undefined)
    return { kind: 'faulty', faults: ['the reply is not the JSON object that was asked for'] };
  if (reply.isNotFound) return { kind: 'not-found' };

  const { sentences, related, hasUnresolvedRelated } = resolveCitations(reply, shown);
  const hits: readonly EvidenceHit[] = [...shown.passages, ...shown.places];
  const pieces = sentences.map((sentence) => piecesOf(sentence));
  const faults = [
    ...pieces.flatMap((parts, at) => {
      const kinds = new Set(parts.flatMap((part) => findingsOf(part, hits, told)));
      return Array.from(kinds, (kind) => `sentence ${at + 1} ${FINDINGS[kind].message}`);
    }),
    ...(hasUnresolvedRelated ? ['the related list holds something that is not among the places'] : []),
    ...(pieces.flat().length > VERIFY_MAX_SENTENCES
      ? [`the reply holds more than ${VERIFY_MAX_SENTENCES} sentences`]
      : []),
    ...(sentences.length === 0 && related.length === 0
      ? ['the reply holds neither sentences nor related places, and its mode is not "not-found"']
      : []),
  ];
  if (faults.length > 0) return { kind: 'faulty', faults };
  return {
    kind: 'grounded',
    sentences: pieces.flat().map(({ text: said, cited }) => ({ text: said, cited })),
    related,
  };
}

/** The sentences of one item: a model that wrote two into one is held to each of them. */
function piecesOf(sentence: ResolvedSentence): ResolvedSentence[] {
  const text = sentence.text.trim();
  if (LINE_END.test(text)) return [{ ...sentence, text }];
  const ranges = sentenceRanges(text);
  if (ranges.length < 2) return [{ ...sentence, text }];
  return ranges.map(({ from, to }) => ({ ...sentence, text: text.slice(from, to) }));
}

function findingsOf(
  { text, cited, hasUnresolved, hasPlace }: ResolvedSentence,
  hits: readonly EvidenceHit[],
  told: Told,
): FindingKind[] {
  const found: FindingKind[] = [];
  if (hasUnresolved) found.push('unknown');
  else if (cited.length === 0) found.push(hasPlace ? 'withheld' : 'uncited');
  const texts = cited.map((passage) => passage.text);
  if (isEcho(text, told, texts)) found.push('echo');
  return [...found, ...checkSentence({ text, cited, hits })];
}

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;
