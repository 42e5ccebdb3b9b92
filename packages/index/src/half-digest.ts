/**
 * The digest of one half of a generation: sha256 over the sha256 of its JSON and the sha256 of its vectors.
 */
import { createHash } from 'node:crypto';

/** Digests the two files of a half; 64 hex digits. */
export function digestHalf(json: Uint8Array, vectors: Uint8Array): string {
  const parts = [json, vectors].map((bytes) => createHash('sha256').update(bytes).digest());
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}
