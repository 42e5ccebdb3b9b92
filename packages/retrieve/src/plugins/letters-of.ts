/**
 * The letters and digits of a text alone: what a query that holds a phrase holds in one run.
 *
 * Comparing them first spares nearly every full comparison, and never changes its answer.
 */
import { normalizeText } from '@archive/text';

/** Takes everything but letters and digits out of a normalised text. */
export function lettersOf(text: string): string {
  return normalizeText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
