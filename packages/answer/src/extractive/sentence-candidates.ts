/**
 * The sentences of the text hits that an answer may quote, with the terms they are compared by.
 *
 * Only prose and items of lists; headings, tables, code and rules are no sentences, nor are titles and labels. Texts are cut off at a bound, so that
 * the work for one answer is bounded whatever an archive holds.
 */
import type { TextHit } from '@archive/contract';
import { placeSentences } from '../split-sentences.ts';
import { contentTerms } from './content-terms.ts';
import { isStatement } from './is-statement.ts';
import { nameTerms } from './proper-names.ts';
import { quotableText } from './quotable-text.ts';

/** A sentence that may be quoted. */
export interface Candidate {
  hit: TextHit;
  /** Place of the hit among the text hits, best first. */
  rank: number;
  /** Place in the passage, counted over all its sentences. */
  at: number;
  /** The paragraph of the passage. */
  block: number;
  /** What is quoted. */
  text: string;
  /** Content terms in order, repeats included. */
  terms: readonly string[];
  /** Those of them that stand here as names only. */
  names: ReadonlySet<string>;
  /** Whether no other sentence of prose stands before it. */
  isLead: boolean;
}

/** Most UTF-16 units of a passage that are looked at. */
const PASSAGE_MAX_UNITS = 100_000;

/** Candidates in the order of hits and of each text. */
export function sentenceCandidates(hits: readonly TextHit[]): Candidate[] {
  return hits.flatMap((hit, rank) => {
    const candidates: Candidate[] = [];
    const sentences = placeSentences(hit.text.slice(0, PASSAGE_MAX_UNITS));
    // What the bound cuts through is no sentence.
    if (hit.text.length > PASSAGE_MAX_UNITS) sentences.pop();
    for (const [at, { text: slice, kind, block }] of sentences.entries()) {
      const text = kind === 'prose' || kind === 'item' ? quotableText(slice) : undefined;
      if (text === undefined || !isStatement(text)) continue;
      candidates.push({
        hit,
        rank,
        at,
        block,
        text,
        terms: contentTerms(text),
        names: nameTerms(text),
        isLead: candidates.length === 0,
      });
    }
    return candidates;
  });
}
