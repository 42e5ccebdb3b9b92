/**
 * The two hashes of the index: of what was embedded, and of the text a gist was made against.
 *
 * They look alike and are never compared with each other: the first covers the embed string up to the cut, so an edit
 * beyond it re-embeds nothing; the second covers the whole text of the fragment. Both are prefixes of sha1, kept so
 * that files of older schemas stay valid; neither is a defence against a forger.
 */
import { createHash } from 'node:crypto';
import { truncateUtf8 } from '@archive/text';

/** Longest embed string in bytes of UTF-8; what follows is not embedded. */
export const EMBED_MAX_BYTES = 24 * 1024;

/** Hashes an embed string, cut at 24 KiB on the edge of a code point: 16 hex digits. */
export function contentHash(embedText: string): string {
  return hash16(truncateUtf8(embedText, EMBED_MAX_BYTES));
}

/** Hashes the whole text of a fragment, for its projection: 16 hex digits. */
export function projectionContentHash(fragmentText: string): string {
  return hash16(fragmentText);
}

function hash16(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('hex').slice(0, 16);
}
