/**
 * On whose behalf something is released: a parameter of every function that returns a hit or a face (decisions 1.6f).
 *
 * There is no way to ask without one. Today everybody is the same anonymous caller and nothing is counted; the ledger
 * that will count comes in through `ceiling`, which can only narrow.
 */
import type { EvidenceHit, FragmentFace } from '@archive/contract';
import { askCeiling, capExposure, type Ceiling, toFragmentFace } from '@archive/retrieve';

/** Who asks, and the most each hit may show them. */
export interface ReleaseContext {
  /** Opaque and stable for one caller within a window; `anonymous` for all of them today. */
  readonly caller: string;
  /** Asked for each projected hit before it is sorted, counted or returned; absent means no narrowing. */
  readonly ceiling?: Ceiling;
}

/** The context of a caller nobody knows. */
export const ANONYMOUS: ReleaseContext = Object.freeze({ caller: 'anonymous' });

/**
 * Takes a projected hit to the face this caller may see.
 *
 * @returns undefined when the ceiling withholds it, throws, or says something unknown: then it is not there
 */
export function releasedFace(hit: EvidenceHit, context: ReleaseContext): FragmentFace | undefined {
  if (context.ceiling === undefined) return toFragmentFace(hit);
  const allowance = askCeiling(hit, context.ceiling);
  return allowance === undefined ? undefined : toFragmentFace(capExposure(hit, allowance.exposure));
}
