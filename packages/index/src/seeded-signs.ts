/**
 * A stream of signs from a seed, the same on every machine: 32-bit integer arithmetic only.
 *
 * The generator is splitmix32: a Weyl sequence with step 0x9e3779b9 put through a two-round multiply-xorshift
 * finaliser (constants of the "lowbias32" search by C. Wellons). Not a secret and not for cryptography.
 */

/**
 * Draws `count` signs, +1 or −1.
 *
 * @param seed  unsigned 32-bit integer
 */
export function seededSigns(seed: number, count: number): Int8Array {
  const signs = new Int8Array(count);
  let state = seed >>> 0;
  for (let at = 0; at < count; at += 32) {
    state = (state + 0x9e3779b9) >>> 0;
    const word = mix(state);
    const end = Math.min(32, count - at);
    for (let bit = 0; bit < end; bit++) signs[at + bit] = (word >>> bit) & 1 ? 1 : -1;
  }
  return signs;
}

function mix(state: number): number {
  let word = state;
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return (word ^ (word >>> 15)) >>> 0;
}
