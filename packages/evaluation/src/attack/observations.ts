/**
 * What someone may hold of a fragment's vector, as an estimate of the vector and how far it is off.
 *
 * Float32 is the vector; int8 has one scale for the whole vector; the best guess behind a sign is the mean of a normal
 * variable of that sign.
 */
import { dot, lengthOf } from './small-linear-algebra.ts';

/** An estimate of a unit vector. */
export interface Observation {
  /** The estimate, of the length of a vector of the model. */
  readonly vector: Float64Array;
  /** Variance of the error, in each dimension. */
  readonly noise: number;
  /** When the estimate is of signs alone. */
  readonly signs?: Int8Array;
}

/** The vector itself. */
export function observeFloats(vector: ArrayLike<number>): Observation {
  return { vector: unit(vector), noise: 1e-9 };
}

/** The vector in 255 steps from its largest component. */
export function observeInt8(vector: ArrayLike<number>): Observation {
  const exact = unit(vector);
  const step = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  return { vector: exact.map((value) => step * Math.round(value / step)), noise: (step * step) / 12 };
}

/** The signs of the vector, one for each dimension, as an index keeps them of a vector that is not projected. */
export function observeSigns(vector: ArrayLike<number>): Observation {
  return fromSigns(
    Int8Array.from({ length: vector.length }, (_, at) => ((vector[at] as number) >= 0 ? 1 : -1)),
  );
}

/** The estimate behind signs. */
export function fromSigns(signs: Int8Array): Observation {
  const size = signs.length;
  return {
    vector: Float64Array.from(signs, (sign) => (sign * Math.sqrt(2 / Math.PI)) / Math.sqrt(size)),
    noise: (1 - 2 / Math.PI) / size,
    signs,
  };
}

/** The vector with normal noise of a variance, for choosing an attack before it is needed. */
export function observeNoisy(vector: ArrayLike<number>, noise: number, normal: () => number): Observation {
  return { vector: unit(vector).map((value) => value + Math.sqrt(noise) * normal()), noise };
}

/** What an estimate from scores says of the vector: scores of sign bits are of the signs, not of the vector. */
export function fromScores(
  estimate: Float64Array,
  noise: number,
  { keptAs, slope }: { keptAs: 'bits' | 'exact'; slope: number },
): Observation {
  if (keptAs === 'exact') return { vector: estimate, noise };
  const size = estimate.length;
  const magnitude = (slope * Math.sqrt(Math.PI / 2)) / Math.sqrt(size);
  const belief = estimate.map((value) => Math.tanh((value * magnitude) / noise));
  if (belief.every((value) => Math.abs(value) > 0.9)) return fromSigns(Int8Array.from(belief, Math.sign));
  const { noise: ofSigns } = fromSigns(new Int8Array(size).fill(1));
  const doubt = belief.reduce((sum, value) => sum + 1 - value * value, 0) / size;
  return {
    vector: belief.map((value) => (value * Math.sqrt(2 / Math.PI)) / Math.sqrt(size)),
    noise: ofSigns + (doubt * 2) / Math.PI / size,
  };
}

/** Cosine of two vectors; 0 when one of them is zero. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const lengths = lengthOf(a) * lengthOf(b);
  return lengths === 0 ? 0 : dot(a, b) / lengths;
}

function unit(vector: ArrayLike<number>): Float64Array {
  const length = lengthOf(vector);
  return Float64Array.from(vector, (value) => value / length);
}
