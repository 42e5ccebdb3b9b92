/**
 * The released scores of what is not exposed as text: whole twentieths (decisions 1.2).
 *
 * Bounds leave out what stays below the floor. Whatever may reach it is measured in full, be it near a rounding edge or not,
 * so that the time of a search tells nothing of what rounding hides above the floor.
 */
import { coarseScore } from '../coarse-score.ts';
import type { RetrievalCodes } from '../index-port.ts';
import type { ComparableVector } from '../query-vector.ts';
import { bitsAt, byKindOfRow, signEstimate } from '../similarity.ts';
import { type ScannedIndex, scanCosines } from './cosine-scan.ts';
import { exactCosine } from './exact-cosine.ts';
import type { ScoredRow } from './select-best.ts';
import { scanSigns } from './sign-scan.ts';

/** What is asked of the coarse lane. */
export interface CoarseQuestion {
  /** Rising. */
  readonly positions: Uint32Array;
  readonly query: ComparableVector;
  /** Positions that something is added to, rising, each once; may name rows outside the lane. */
  readonly raised: Uint32Array;
  /** What is added to `raised[k]`, in twentieths. */
  readonly twentieths: Int32Array;
  /** Lowest score that counts, inclusive; on the grid. */
  readonly floor: number;
  /** Largest score; on the grid, or infinite. */
  readonly cap: number;
}

/** Scores that reach the floor, in no order that could be relied upon; every number of them is on the grid. */
export function selectCoarse(
  index: ScannedIndex & { readonly codes?: RetrievalCodes | undefined },
  { positions, query, raised, twentieths, floor, cap }: CoarseQuestion,
): ScoredRow[] {
  const { columns } = index;
  if (cap < floor || positions.length === 0) return [];
  const { exact, coded } = byKindOfRow(columns, positions);
  const reached: ScoredRow[] = [];
  const addends = new Map<number, number>();
  for (let k = 0; k < raised.length; k++) addends.set(raised[k] as number, twentieths[k] as number);

  const takerOf =
    (measure: (position: number) => number) =>
    (position: number, estimate: number, error: number): void => {
      const added = addends.size === 0 ? 0 : (addends.get(position) ?? 0);
      if (raisedScore(coarseScore(estimate + error), added) < floor) return;
      const cosine = coarseScore(error === 0 ? estimate : measure(position));
      const score = Math.min(raisedScore(cosine, added), cap);
      if (score >= floor) reached.push({ position, cosine, score });
    };
  if (exact.length > 0) {
    const take = takerOf((position) => exactCosine(columns, position, query));
    scanCosines(index, exact, query, raised, floor - HALF_STEP, take);
  }
  if (coded.length > 0) {
    const codes = index.codes as RetrievalCodes;
    const estimate = signEstimate(codes, query);
    const take = takerOf((position) => estimate(bitsAt(columns, position)));
    const question = { positions: coded, query, special: raised, threshold: floor - HALF_STEP };
    scanSigns({ codes, columns }, question, take);
  }
  return reached;
}

/** Half a step of the grid and a little: below the floor by more, a similarity cannot be rounded up to it. */
const HALF_STEP = 0.026;

function raisedScore(cosine: number, twentieths: number): number {
  return twentieths === 0 ? cosine : coarseScore(cosine + twentieths / 20);
}
