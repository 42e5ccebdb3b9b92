/**
 * Makes every piece of a work stand at a place of its own.
 *
 * Two chapters that both call themselves "1" get a further step, numbered in source order, so that ids never collide
 * and adding a chapter at the end moves none.
 */
import { type Locator, locatorKey } from '@archive/contract';
import type { Piece } from './piece.ts';

const placeOf = (locator: readonly Locator[]): string => locatorKey(locator).normalize('NFKC').toLowerCase();

/**
 * Returns the pieces with `occurrence` steps added where two would share a place; order is kept.
 *
 * @param isFirst  pieces for which this holds get their places before the others; default: all alike
 */
export function distinctLocators<P extends Piece>(
  pieces: readonly P[],
  isFirst: (piece: P) => boolean = () => true,
): P[] {
  const taken = new Set<string>();
  const settle = (piece: P): P => {
    let locator = piece.locator;
    for (let number = 2; taken.has(placeOf(locator)); number += 1) {
      locator = [...piece.locator, { scheme: 'occurrence', value: String(number) }];
    }
    taken.add(placeOf(locator));
    return locator === piece.locator ? piece : { ...piece, locator };
  };
  const settled = new Map<P, P>();
  for (const turn of [true, false]) {
    for (const piece of pieces) if (isFirst(piece) === turn) settled.set(piece, settle(piece));
  }
  return pieces.map((piece) => settled.get(piece) ?? piece);
}
