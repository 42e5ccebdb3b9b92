/**
 * A digest of each vector, so that the same row is known again in both halves and in the next generation.
 *
 * Remembered for the array that was digested, or that was read beside its digest: a vector of an index is never changed.
 */
import { createHash } from 'node:crypto';
import { littleEndian } from './packed-arrays.ts';

/** Bytes of a digest. */
export const ROW_DIGEST_BYTES = 16;

const known = new WeakMap<object, Uint8Array>();

/** The digest of a row as 32-bit floats: the first 16 bytes of its SHA-256. */
export function rowDigest(vector: ArrayLike<number>): Uint8Array {
  const found = known.get(vector);
  if (found !== undefined) return found;
  const digest = createHash('sha256').update(rowBytes(vector)).digest().subarray(0, ROW_DIGEST_BYTES);
  known.set(vector, digest);
  return digest;
}

/** Notes the digest of a row that was read beside it. */
export function rememberRowDigest(vector: ArrayLike<number>, digest: Uint8Array): void {
  known.set(vector, digest);
}

/** A row as 32-bit floats, least significant byte first. */
export function rowBytes(vector: ArrayLike<number>): Uint8Array {
  return littleEndian(vector instanceof Float32Array ? vector : Float32Array.from(vector));
}
