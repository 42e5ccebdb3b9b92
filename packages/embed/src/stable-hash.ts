/**
 * A 32-bit hash that is the same everywhere and forever: FNV-1a over UTF-16 code units, then the finaliser of
 * MurmurHash3, because FNV alone leaves the high bits of short strings uneven.
 *
 * Not a secret and not collision-resistant: for spreading features over axes only.
 */

/** Hashes a string to an unsigned 32-bit number. */
export function stableHash(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let unit = 0; unit < text.length; unit++) {
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
