/**
 * The part of a query that fragments not exposed as text are compared with (decisions 1.5).
 */
import { firstTokens } from '@archive/text';

/** Distinct words a canonical query keeps. */
const MOST_WORDS = 40;
/** Characters of unspaced scripts a canonical query keeps. */
const MOST_UNSPACED_CHARS = 80;

/**
 * Cuts a query to its first 40 distinct words and 80 characters of unspaced scripts; an ordinary one comes back as it is.
 *
 * When it differs from the query, embed both in one batch and pass the second vector as `privateQueryVector`.
 */
export function canonicalQuery(query: string): string {
  return firstTokens(query, { maxTokens: MOST_WORDS, maxUnspacedChars: MOST_UNSPACED_CHARS });
}
