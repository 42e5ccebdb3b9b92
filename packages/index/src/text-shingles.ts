/**
 * Texts as sets of hashed shingles: five words, or twelve characters of a script written without spaces.
 *
 * By them an author's decision follows its text when a work is split anew, and a private paragraph is recognised where
 * it was pasted. Hashes are 32 bits: enough for shares of many shingles, useless for a single one. They confirm a text
 * to someone who holds it, so they are stored only beside private material.
 */
import { shingles } from '@archive/text';

/** Words of a shingle. */
export const SHINGLE_WORDS = 5;
/** Most hashes a fingerprint keeps: all of a text up to some 130 words, the smallest ones of a longer text. */
const FINGERPRINT_HASHES = 128;

/** Hashes of all shingles of a text, as a set. */
export function shingleSet(text: string): Set<number> {
  return new Set(shingles(text, SHINGLE_WORDS).map((shingle) => hashShingle(shingle)));
}

/** Share of the first set that the second one holds, 0 to 1; 0 for an empty first set. */
export function containment(part: ReadonlySet<number>, whole: ReadonlySet<number>): number {
  if (part.size === 0) return 0;
  let shared = 0;
  for (const hash of part) if (whole.has(hash)) shared++;
  return shared / part.size;
}

/** The fingerprint of a text: its smallest shingle hashes, as base64; a fair sample of a long text. */
export function fingerprint(text: string): string {
  const smallest = Uint32Array.from(shingleSet(text)).sort().subarray(0, FINGERPRINT_HASHES);
  const bytes = Buffer.alloc(smallest.length * 4);
  smallest.forEach((hash, at) => bytes.writeUInt32LE(hash, at * 4));
  return bytes.toString('base64');
}

/** The hashes of a fingerprint; bytes beyond a whole number of hashes are ignored. */
export function fingerprintHashes(base64: string): Set<number> {
  const bytes = Buffer.from(base64, 'base64');
  const hashes = new Set<number>();
  for (let at = 0; at + 4 <= bytes.length; at += 4) hashes.add(bytes.readUInt32LE(at));
  return hashes;
}

/** Hashes a shingle to an unsigned 32-bit integer: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3. */
export function hashShingle(shingle: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < shingle.length; at++) hash = Math.imul(hash ^ shingle.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
