/**
 * The normal distribution, as far as attacks need it.
 */

/** φ(t) / Φ(t): how far the mean of a normal variable moves when it is known to be positive. */
export function normalHazard(t: number): number {
  if (t < -5) return -t - 1 / t;
  const density = Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  return density / Math.max(1e-12, normalShare(t));
}

/** A reading of a normal variable: this value, with an error of this variance. */
export interface Reading {
  readonly value: number;
  readonly error: number;
}

/**
 * What "above" or "below a bound" says of a normal variable, as the reading that leaves the same mean and variance
 * (moment matching, as expectation propagation does it).
 */
export function oneSided(
  { mean, variance }: { mean: number; variance: number },
  bound: number,
  side: 'above' | 'below',
): Reading {
  const sign = side === 'above' ? 1 : -1;
  const spread = Math.sqrt(Math.max(variance, 1e-12));
  const t = (sign * (mean - bound)) / spread;
  const hazard = normalHazard(t);
  const shrink = Math.min(1 - 1e-6, Math.max(1e-6, hazard * (hazard + t)));
  const error = (variance * (1 - shrink)) / shrink;
  const moved = mean + sign * spread * hazard;
  const left = variance * (1 - shrink);
  return { value: error * (moved / left - mean / variance), error };
}

/** t with Φ(t) = share, by halving; shares outside 0.001 … 0.999 count as these. */
export function normalQuantile(share: number): number {
  const wanted = Math.min(0.999, Math.max(0.001, share));
  let [low, high] = [-4, 4];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Φ(t), to six digits (Abramowitz and Stegun 26.2.17). */
function normalShare(t: number): number {
  const x = 1 / (1 + 0.2316419 * Math.abs(t));
  const tail =
    (Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI)) *
    x *
    (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))));
  return t > 0 ? 1 - tail : tail;
}
