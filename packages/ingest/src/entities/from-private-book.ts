/**
 * A book as a work: one fragment for each piece it was cut into, each opening with its heading.
 */
import type { Exposure } from '@archive/contract';
import { type Piece, pieceText } from '../pieces/piece.ts';
import { makeWork, type Work, type WorkDescription } from './make-work.ts';

/** A piece of a book, with the exposure its part asks for, if any. */
export interface BookPiece extends Piece {
  exposure?: Exposure | undefined;
}

/** A book, private or public. */
export interface PrivateBook extends WorkDescription {
  /** In source order; no two share a place. */
  pieces: readonly BookPiece[];
}

/**
 * Makes the work of a book.
 *
 * @param slugKey  keys the digests of places that are not Latin
 */
export function fromPrivateBook(book: PrivateBook, slugKey?: Uint8Array): Work {
  return makeWork(
    book,
    book.pieces.map((piece) => ({
      locator: piece.locator,
      text: pieceText(piece),
      exposure: piece.exposure,
    })),
    slugKey,
  );
}
