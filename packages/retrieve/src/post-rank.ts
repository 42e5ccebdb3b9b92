/**
 * Passes over a ranked list: reorder it, or drop from it.
 *
 * On the served path the hits a pass sees carry released scores, so that nothing it does can show what rounding hides
 * (decisions 1.1). A pass never adds a hit and never changes one.
 */
import type { ScoredHit } from '@archive/contract/private';
import { SearchOptionsError } from './errors.ts';
import type { QueryContext } from './plugin.ts';

/** A named pass over a ranked list. */
export interface PostRank {
  readonly name: string;
  /** Returns hits it was given, each at most once, best first. Must be pure. */
  apply(ranked: readonly ScoredHit[], context: QueryContext): readonly ScoredHit[];
}

/**
 * Runs the passes in order.
 *
 * @throws {SearchOptionsError} when a pass returns a hit it was not given, or one twice
 */
export function applyPostRank(
  passes: readonly PostRank[] | undefined,
  ranked: readonly ScoredHit[],
  context: QueryContext,
): readonly ScoredHit[] {
  let hits = ranked;
  for (const [position, pass] of (passes ?? []).entries()) {
    const left = new Set(hits);
    const kept = pass.apply(hits, context);
    for (const hit of kept) {
      if (!left.delete(hit)) {
        throw new SearchOptionsError({
          option: 'postRank',
          message: `the pass at position ${position} returned a hit it was not given, or one twice`,
          help: 'reorder and drop hits only',
        });
      }
    }
    hits = kept;
  }
  return hits;
}
