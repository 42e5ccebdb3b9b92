/**
 * What someone may hold of a fragment's vector, as an estimate of the vector and how far it is off.
 *
 * Float32 is the vector; int8 has one scale for the whole vector; the sign bits are those that a served index keeps, and the
 * best guess behind a sign is the mean of a normal variable of that sign.
 */
import { completeCodesSpec, encodeSignBits } from '@archive/index';
import { dot, lengthOf } from './small-linear-algebra.ts';

/** An estimate of a unit vector. */
export interface Observation {
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

/** The signs of the vector, as `@archive/index` codes them without a mean. */
export function observeSigns(vector: ArrayLike<number>): Observation {
  const spec = completeCodesSpec(vector.length);
  const bytes = encodeSignBits(vector, spec);
  return fromSigns(
    Int8Array.from({ length: spec.bits }, (_, bit) =>
      ((bytes[bit >> 3] as number) >> (bit & 7)) & 1 ? 1 : -1,
    ),
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

function unit(vector: ArrayLike<number>): Float64Array {
  const length = lengthOf(vector);
  return Float64Array.from(vector, (value) => value / length);
}

/** Cosine of two vectors. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return dot(a, b) / lengthOf(a) / lengthOf(b);
}
