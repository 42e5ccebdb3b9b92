/**
 * Draws the mark between the data of one prompt: nobody who wrote a passage can know it.
 */

/** 32 hex digits, 128 bits. */
export function randomFence(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
