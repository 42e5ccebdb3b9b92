/**
 * What can be wrong with a sentence, in fixed words: none of them repeats the sentence, a passage or a place.
 */
import type { VerificationCheck } from '@archive/contract';

/** One thing wrong with one sentence. */
export type FindingKind = keyof typeof FINDINGS;

/** The words of each finding, and the check it belongs to. */
export const FINDINGS = {
  blank: { check: 'form', message: 'holds no words' },
  long: { check: 'form', message: 'is longer than 600 characters' },
  lines: { check: 'form', message: 'is not on one line' },
  several: { check: 'form', message: 'is more than one sentence' },
  hidden: { check: 'form', message: 'holds control characters or characters that cannot be seen' },
  address: { check: 'form', message: 'holds a web address, a domain, an e-mail address or a link' },
  markup: { check: 'form', message: 'holds an image, HTML, Markdown or code' },
  marker: { check: 'form', message: 'holds a citation marker' },
  id: { check: 'form', message: 'holds the id of a passage' },
  echo: { check: 'form', message: 'repeats instructions' },
  uncited: { check: 'citations-present', message: 'cites nothing' },
  unknown: { check: 'citations-resolve', message: 'cites something that is not among the passages' },
  withheld: { check: 'citations-resolve', message: 'cites a place whose text is not released' },
  misaddressed: {
    check: 'citations-resolve',
    message: 'gives another address than that of the passage it cites',
  },
  misquoted: { check: 'quotations', message: 'holds a quotation that stands in no passage it cites' },
  unclosed: { check: 'quotations', message: 'opens or closes a quotation without its other end' },
  crowded: { check: 'quotations', message: 'holds more than 20 quotations' },
  number: { check: 'numbers', message: 'holds a number that stands in no passage it cites' },
  unit: { check: 'numbers', message: 'puts another word after a number than the passages it cites' },
  unsupported: { check: 'support', message: 'shares too few words with the passages it cites' },
  added: { check: 'support', message: 'holds a stretch of which no passage it cites says anything' },
  elsewhere: { check: 'support', message: 'fits a passage it does not cite far better than those it cites' },
  name: { check: 'support', message: 'holds a name that no passage it cites holds' },
  denial: { check: 'support', message: 'denies what the passages it cites do not, or the other way round' },
  unreleased: { check: 'support', message: 'names or describes what is not released' },
} as const satisfies Record<string, { check: VerificationCheck; message: string }>;
