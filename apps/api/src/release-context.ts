/**
 * On whose behalf something is released: a parameter of every function that returns a hit or a face (decisions 1.6f).
 *
 * There is no way to ask without one. What it allows is decided in `release`; here is only who asks and who counts.
 */
import type { Ceiling } from '@archive/retrieve';
import type { Ledger } from './ledger/ledger.ts';

/** Who asks, the most each hit may show them, and who keeps account of it. */
export interface ReleaseContext {
  /** Opaque and stable for one caller within a window. */
  readonly caller: string;
  /**
   * Asked about projected hits before they are returned or counted, of private ones about as many as the answer needs; absent
   * means no narrowing.
   */
  readonly ceiling?: Ceiling;
  /** Keeps account of what of private works the caller gets; absent means that nobody counts. */
  readonly ledger?: Ledger;
}

/** The context of a caller nobody knows, and whom nobody counts. */
export const ANONYMOUS: ReleaseContext = Object.freeze({ caller: 'anonymous' });

/** The same caller, to whom nothing private may be shown; then there is nothing to keep account of either. */
export function narrowedToPublic({ caller, ceiling }: ReleaseContext): ReleaseContext {
  return {
    caller,
    ceiling: (hit) => {
      if (hit.raw !== 'public') return 'withheld';
      return ceiling === undefined ? 'text' : ceiling(hit);
    },
  };
}
