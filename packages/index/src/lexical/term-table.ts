/**
 * How a term is looked up: a 32-bit hash of its UTF-8 bytes into slots, then its bytes compared, so that a collision costs
 * a step and never an answer.
 */

/** A term made ready to be looked up in many segments; the `LexicalKey` of the port. */
export interface TermKey {
  readonly bytes: Uint8Array;
  readonly hash: number;
}

/** Makes a term ready to be looked up. */
export function termKey(term: string): TermKey {
  const bytes = new TextEncoder().encode(term);
  return { bytes, hash: hashBytes(bytes, 0, bytes.length) };
}

/** FNV-1a, 32 bits, then the finaliser of MurmurHash3, since slots are taken from the low bits. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Slots for some terms: a power of two that leaves at least a quarter free. */
export function slotCountFor(terms: number): number {
  let slots = 4;
  while (slots * 3 < terms * 4) slots *= 2;
  return slots;
}
