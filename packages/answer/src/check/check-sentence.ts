/**
 * Every deterministic check of one sentence against the passages it cites, in the order of a report.
 *
 * Pure: the same sentence, passages and hits give the same findings. One that has none shares words, numbers and quotations
 * with what it cites; that it is true is not said. A sentence that stands word for word in a passage it cites needs no more
 * than its form.
 */
import type { EvidenceHit, FragmentFace } from '@archive/contract';
import { hasUnspacedScript, normalizeWords } from '@archive/text';
import type { TextFace } from '../evidence.ts';
import type { FindingKind } from './finding.ts';
import { formFindings } from './form-findings.ts';
import { heldNumbers, holdsNumbers } from './number-tokens.ts';
import { quotedSpans } from './quoted-spans.ts';
import { supportFindings } from './support.ts';
import { isVerbatim } from './verbatim.ts';

/** A sentence, what it cites, and everything that was found. */
export interface SentenceToCheck {
  text: string;
  cited: readonly TextFace[];
  hits: readonly (EvidenceHit | FragmentFace)[];
}

/** What is wrong with form, quotations, numbers and support of a sentence, each kind once; citations are looked at before. */
export function checkSentence({ text, cited, hits }: SentenceToCheck): FindingKind[] {
  const found = formFindings(text);
  if (hits.some(({ fragmentId }) => text.includes(fragmentId))) found.push('id');
  if (cited.some((passage) => isWholeSentence(text, passage.text))) return found;
  const { spans, isUnclosed } = quotedSpans(text);
  const isMisquoted = spans.some(({ from, to }) => {
    const quotation = text.slice(from, to);
    return !cited.some((passage) => isVerbatim(quotation, passage.text));
  });
  if (isMisquoted) found.push('misquoted');
  if (isUnclosed) found.push('unclosed');
  if (
    !holdsNumbers(
      text,
      cited.map((passage) => heldNumbers(passage.text, passage.entity.title)),
    )
  )
    found.push('number');
  return [...found, ...supportFindings(text, { cited, hits })];
}

/** Whether a sentence is one of the text itself; a single word is too little to be one. */
function isWholeSentence(sentence: string, text: string): boolean {
  const isOneWord = normalizeWords(sentence).length < 2 && !hasUnspacedScript(sentence);
  return !isOneWord && isVerbatim(sentence, text);
}
