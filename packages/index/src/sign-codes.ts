/**
 * Sign bits in the place of a vector: one bit a dimension, at most 256, centred on a mean that belongs to the embedder.
 *
 * Vectors are brought to unit length before centring, so only direction is coded. Models wider than 256 dimensions
 * first pass a seeded projection of random signs. What cannot be said here: the estimate of a cosine, which is the
 * business of retrieval. Computed on 32-bit floats in a fixed order, so that every machine codes alike, and so that a
 * vector read back from disk codes like the one that was written (decisions 1.3).
 */
import { seededSigns } from './seeded-signs.ts';
import type { CodesSpec } from './served-index.ts';

/** Most bits a fragment, whatever the model. */
export const MAX_CODE_BITS = 256;
/** Seed of the projection unless an index states another. */
const DEFAULT_CODES_SEED = 1;

/** Fills in the parts of a {@link CodesSpec} that an embedder leaves open: seed, no mean, and the identity line. */
export function completeCodesSpec(dimensions: number, spec: Partial<CodesSpec> = {}): CodesSpec {
  return {
    bits: codeBits(dimensions),
    seed: spec.seed ?? DEFAULT_CODES_SEED,
    ...(spec.mean === undefined ? {} : { mean: [...spec.mean] }),
    line: { a: spec.line?.a ?? 1, c: spec.line?.c ?? 0 },
  };
}

/** Bits a fragment for a model of this width. */
export function codeBits(dimensions: number): number {
  return Math.min(MAX_CODE_BITS, dimensions);
}

/**
 * Codes a vector: bit i is 1 where component i, projected and centred, is not negative.
 *
 * @returns bytes with bit i in byte `i >> 3` under the mask `1 << (i & 7)`; unused bits of the last byte are 0
 */
export function encodeSignBits(vector: ArrayLike<number>, spec: CodesSpec): Uint8Array {
  const components = projectAndCentre(vector, spec);
  const bytes = new Uint8Array((spec.bits + 7) >> 3);
  components.forEach((component, bit) => {
    if (component >= 0) bytes[bit >> 3] = (bytes[bit >> 3] as number) | (1 << (bit & 7));
  });
  return bytes;
}

/** Takes a query vector through the centring and projection that the bits went through; `bits` numbers. */
export function encodeQuery(vector: ArrayLike<number>, spec: CodesSpec): Float64Array {
  return projectAndCentre(vector, spec);
}

function projectAndCentre(vector: ArrayLike<number>, spec: CodesSpec): Float64Array {
  const centred = centre(vector, spec.mean);
  return centred.length > spec.bits ? projectOnSigns(centred, spec) : centred;
}

function centre(vector: ArrayLike<number>, mean: readonly number[] | undefined): Float64Array {
  const centred = Float64Array.from(vector, Math.fround);
  let squares = 0;
  for (const component of centred) squares += component * component;
  const norm = Math.sqrt(squares);
  for (let at = 0; at < centred.length; at++) {
    centred[at] = (centred[at] as number) / norm - (mean === undefined ? 0 : (mean[at] as number));
  }
  return centred;
}

function projectOnSigns(centred: Float64Array, { bits, seed }: CodesSpec): Float64Array {
  const signs = signsFor(seed, bits * centred.length);
  const projected = new Float64Array(bits);
  for (let row = 0, at = 0; row < bits; row++) {
    let sum = 0;
    for (let column = 0; column < centred.length; column++, at++) {
      sum += (signs[at] as number) * (centred[column] as number);
    }
    projected[row] = sum;
  }
  return projected;
}

/** The signs last drawn: one index has one projection, and drawing it costs as much as using it. */
let drawn: { seed: number; signs: Int8Array } | undefined;

function signsFor(seed: number, count: number): Int8Array {
  if (drawn === undefined || drawn.seed !== seed || drawn.signs.length !== count) {
    drawn = { seed, signs: seededSigns(seed, count) };
  }
  return drawn.signs;
}
