/**
 * A stretch of a work before it becomes a fragment: where it stands, under which heading, and its text.
 */
import type { Locator } from '@archive/contract';

/** One stretch, in source order. */
export interface Piece {
  /** Coarse to fine, never empty. */
  locator: Locator[];
  /** The heading it stands under; repeated by each part of a split chapter. */
  heading?: string;
  /** Paragraphs with one blank line between them, without the heading. */
  text: string;
}

/** The text of a fragment made from a piece: heading, blank line, text. */
export function pieceText(piece: Piece): string {
  return [piece.heading ?? '', piece.text].filter((part) => part !== '').join('\n\n');
}
