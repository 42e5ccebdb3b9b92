/**
 * A view of lexical structures without some of their entries, for a takedown.
 *
 * What is left out counts in no statistic, so that scores are those of an index that never held it.
 */
import type { LexicalIndex } from './lexical-port.ts';
import { positionOf } from './position-of.ts';

/** The lexical structures of some entries alone. @param keep  positions that stay, rising; they become 0, 1, 2 and so on */
export function narrowLexical(index: LexicalIndex, keep: Iterable<number>): LexicalIndex {
  const size = index.segments.reduce((sum, segment) => sum + segment.size, 0);
  const renumbered = new Map<number, number>();
  for (const position of keep) renumbered.set(position, renumbered.size);
  const positions = new Int32Array(size).fill(-1);
  for (let at = 0; at < size; at++) {
    const before = positionOf(index, at);
    positions[at] = before < 0 ? -1 : (renumbered.get(before) ?? -1);
  }
  return { analyzer: index.analyzer, segments: index.segments, key: (term) => index.key(term), positions };
}
