/**
 * Every deterministic check of one sentence against the passages it cites, in the order of a report.
 *
 * Pure: the same sentence, passages and hits give the same findings. One that has none shares words, numbers and quotations
 * with what it cites; that it is true is not said. A sentence that is a whole sentence of a passage it cites needs no more
 * than its form and its numbers. One that is too long is not looked at further: the work for a sentence is bounded.
 */
import type { EvidenceHit, FragmentFace } from '@archive/contract';
import type { TextFace } from '../evidence.ts';
import { deniesOtherwise } from './denial.ts';
import type { FindingKind } from './finding.ts';
import { formFindings } from './form-findings.ts';
import { addsName } from './names.ts';
import { keepsCompany } from './number-company.ts';
import { heldNumbersIn, holdsNumbers } from './number-tokens.ts';
import { isWholeSentence } from './passage-sentences.ts';
import { quotedSpans } from './quoted-spans.ts';
import { supportFindings } from './support.ts';
import { isVerbatimIn } from './verbatim.ts';

/** Most quotations of one sentence. */
const MAX_QUOTATIONS = 20;

/** A sentence, what it cites, and everything that was found. */
export interface SentenceToCheck {
  text: string;
  cited: readonly TextFace[];
  hits: readonly (EvidenceHit | FragmentFace)[];
}

/** What is wrong with form, quotations, numbers and support of a sentence, each kind once; citations are looked at before. */
export function checkSentence({ text, cited, hits }: SentenceToCheck): FindingKind[] {
  const found = formFindings(text);
  if (found.includes('long')) return found;
  if (hits.some(({ fragmentId }) => text.includes(fragmentId))) found.push('id');
  const isWhole = cited.some((passage) => isWholeSentence(text, passage));
  if (!isWhole) found.push(...quotationFindings(text, cited));
  const held = cited.map(heldNumbersIn);
  if (!holdsNumbers(text, held)) found.push('number');
  else if (!keepsCompany(text, cited)) found.push('unit');
  if (isWhole) return found;
  found.push(...supportFindings(text, { cited, hits }));
  if (addsName(text, cited)) found.push('name');
  if (deniesOtherwise(text, cited)) found.push('denial');
  return found;
}

function quotationFindings(text: string, cited: readonly TextFace[]): FindingKind[] {
  const { spans, isUnclosed } = quotedSpans(text);
  if (spans.length > MAX_QUOTATIONS) return ['crowded'];
  const isMisquoted = spans.some(({ from, to }) => {
    const quotation = text.slice(from, to);
    return !cited.some((passage) => isVerbatimIn(quotation, passage));
  });
  return [...(isMisquoted ? (['misquoted'] as const) : []), ...(isUnclosed ? (['unclosed'] as const) : [])];
}
