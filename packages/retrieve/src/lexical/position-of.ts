/**
 * From the postings to the index: a view numbers its entries anew and leaves some out.
 */
import type { LexicalIndex } from './lexical-port.ts';

/** Position of the entry at a place, counted through all segments; below 0 for one that the view leaves out. */
export function positionOf({ positions }: LexicalIndex, place: number): number {
  return positions === undefined ? place : (positions[place] as number);
}
