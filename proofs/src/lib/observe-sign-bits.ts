/**
 * The sign bits of a vector as a served index keeps them, as an observation an attacker may hold.
 */
import { fromSigns, type Observation } from '@archive/evaluation';
import { completeCodesSpec, encodeSignBits } from '@archive/index';

/** The signs of the vector, as `@archive/index` codes them without a mean. */
export function observeSignBits(vector: ArrayLike<number>): Observation {
  const spec = completeCodesSpec(vector.length);
  const bytes = encodeSignBits(vector, spec);
  return fromSigns(
    Int8Array.from({ length: spec.bits }, (_, bit) =>
      ((bytes[bit >> 3] as number) >> (bit & 7)) & 1 ? 1 : -1,
    ),
  );
}
