/**
 * What an attacker has read before they ask: their prior.
 */
import type { Random } from './seeded-random.ts';

/** Text of the attacker's own, and the words that they reckon with. */
export interface OwnReading {
  /** Running words, text by text: how often words occur is counted here. */
  readonly read: readonly (readonly string[])[];
  /** Every different word that might stand in a fragment, in one order. */
  readonly vocabulary: readonly string[];
}

/** A stretch of so many running words from one of the texts; a whole shorter one when none is as long. */
export function drawStretch(texts: readonly (readonly string[])[], words: number, random: Random): string {
  const long = texts.filter((text) => text.length >= words);
  const text = random.pick(long.length > 0 ? long : longestOf(texts));
  const length = Math.min(words, text.length);
  const from = random.between(0, text.length - length);
  return text.slice(from, from + length).join(' ');
}

function longestOf(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const most = Math.max(...texts.map(({ length }) => length));
  return texts.filter(({ length }) => length === most);
}
