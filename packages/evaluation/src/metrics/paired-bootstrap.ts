/**
 * Whether two rankers differ by more than the luck of the questions: the paired bootstrap of the mean difference.
 *
 * Questions are drawn with replacement, both rankers keep the same draw (Efron and Tibshirani 1993, percentile interval).
 * Seeded, so that a run can be repeated.
 */
import { mean } from './ranking-metrics.ts';
import { createRandom } from '../attack/seeded-random.ts';

/** Mean of `a − b` over questions, and the interval that holds it 95 times in 100. */
export interface PairedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Compares two rankers question by question; throws when they were not asked the same number of questions. */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  { draws = 2_000, seed = 1 }: { draws?: number; seed?: number } = {},
): PairedDifference {
  if (a.length !== b.length || a.length === 0)
    throw new RangeError(`${a.length} and ${b.length} questions do not pair`);
  const differences = Float64Array.from(a, (value, at) => value - (b[at] as number));
  const { next } = createRandom(seed);
  const means = Float64Array.from({ length: draws }, () => {
    let sum = 0;
    for (let n = 0; n < differences.length; n++)
      sum += differences[Math.floor(next() * differences.length)] as number;
    return sum / differences.length;
  }).sort();
  const at = (share: number): number => means[Math.round(share * (draws - 1))] as number;
  return { mean: mean([...differences]), low: at(0.025), high: at(0.975) };
}
