/**
 * What a question is made of: the one shape that whoever reads a question and whoever finds identifiers in it share.
 */
import type { TermKind } from '@archive/text';

/** A word, gram or identifier of a question, and where it stands in its normalised form. */
export interface QuestionPart {
  readonly written: string;
  readonly kind: TermKind;
  readonly start: number;
  readonly end: number;
}
