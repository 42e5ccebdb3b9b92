import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededSigns } from './seeded-signs.ts';
import type { CodesSpec } from './served-index.ts';
import { completeCodesSpec, encodeQuery, encodeSignBits } from './sign-codes.ts';
import { sampleVector } from './testing/sample-index.ts';

const identity = { a: 1, c: 0 };

/** The rule of decisions 1.3 written out, in arrays of numbers. */
function slowCode(vector: readonly number[], { bits, seed, mean }: CodesSpec): number[] {
  const stored = vector.map(Math.fround);
  const norm = Math.sqrt(stored.reduce((sum, x) => sum + x * x, 0));
  const centred = stored.map((x, at) => x / norm - (mean?.[at] ?? 0));
  if (vector.length <= bits) return centred;
  const signs = seededSigns(seed, bits * vector.length);
  return Array.from({ length: bits }, (_, row) =>
    centred.reduce((sum, x, column) => sum + (signs[row * vector.length + column] as number) * x, 0),
  );
}

describe('encodeSignBits', () => {
  it('packs bit i into byte i >> 3 under 1 << (i & 7), 1 for not negative', () => {
    const spec = completeCodesSpec(10);
    expect(encodeSignBits([1, -1, -1, 1, -1, -1, -1, 1, 0, -1], spec)).toEqual(
      Uint8Array.of(0b10001001, 0b01),
    );
  });

  it('leaves the unused bits of the last byte 0', () => {
    expect(encodeSignBits([1, 1, 1], completeCodesSpec(3))).toEqual(Uint8Array.of(0b111));
  });

  it('has one bit a dimension and at most 256', () => {
    expect(completeCodesSpec(12)).toEqual({ bits: 12, seed: 1, line: identity });
    expect(completeCodesSpec(3072)).toEqual({ bits: 256, seed: 1, line: identity });
    expect(encodeSignBits(sampleVector('wide', 3072), completeCodesSpec(3072))).toHaveLength(32);
  });

  it('takes mean, line and seed from the embedder', () => {
    expect(completeCodesSpec(2, { mean: [0.5, 0], line: { a: 2, c: 0.1 }, seed: 9 })).toEqual({
      bits: 2,
      seed: 9,
      mean: [0.5, 0],
      line: { a: 2, c: 0.1 },
    });
    const spec = completeCodesSpec(2, { mean: [0.7, 0] });
    expect(encodeSignBits([1, 1], completeCodesSpec(2))).toEqual(Uint8Array.of(0b11));
    expect(encodeSignBits([1, 1], spec)).toEqual(Uint8Array.of(0b11));
    expect(encodeSignBits([1, 2], spec)).toEqual(Uint8Array.of(0b10));
  });

  it('codes the same after a round trip through 32-bit floats', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 300 }),
        (vector) => {
          fc.pre(vector.some((x) => Math.fround(x) !== 0));
          const spec = completeCodesSpec(vector.length, { mean: vector.map(() => 0.01) });
          expect(encodeSignBits(Float32Array.from(vector), spec)).toEqual(encodeSignBits(vector, spec));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('rounds to 32 bits first: a component that stands on the mean is coded alike before and after', () => {
    const vector = [0.1, 0.7, -0.3, 0.6, 0.2, -0.9];
    const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
    const spec = completeCodesSpec(6, { mean: vector.map((x) => x / norm) });
    expect(encodeSignBits(vector, spec)).toEqual(encodeSignBits(Float32Array.from(vector), spec));
    expect(encodeSignBits(vector, spec)).not.toEqual(Uint8Array.of(0b111111));
  });

  it('is pinned for a wide vector, so that indexes of today can be searched tomorrow', () => {
    const bits = encodeSignBits(sampleVector('pinned', 300), completeCodesSpec(300, { seed: 5 }));
    expect(Buffer.from(bits).toString('hex')).toBe(
      '56e0a985b364aaf01bf1486c4abfe49371d42fd1c36b7a2e1433918ceb53bea2',
    );
  });
});

describe('encodeQuery', () => {
  it('equals the rule written out, and its signs are the bits of the same vector', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (dimensions, seed, centred) => {
          const vector = sampleVector(`v${seed}`, dimensions);
          const spec = completeCodesSpec(dimensions, {
            seed,
            ...(centred && { mean: sampleVector('mean', dimensions) }),
          });
          const query = encodeQuery(vector, spec);
          expect(Array.from(query)).toEqual(slowCode(vector, spec));
          const bits = encodeSignBits(vector, spec);
          query.forEach((component, bit) => {
            expect(((bits[bit >> 3] as number) >> (bit & 7)) & 1).toBe(component >= 0 ? 1 : 0);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('estimates cosines: near vectors agree in more bits than far ones', () => {
    const spec = completeCodesSpec(768);
    const base = sampleVector('base', 768);
    const near = base.map((x, at) => x + 0.2 * (sampleVector('noise', 768)[at] as number));
    const estimate = (other: readonly number[]): number => {
      const query = encodeQuery(base, spec);
      const bits = encodeSignBits(other, spec);
      let dot = 0;
      let squares = 0;
      query.forEach((component, bit) => {
        dot += component * (((bits[bit >> 3] as number) >> (bit & 7)) & 1 ? 1 : -1);
        squares += component * component;
      });
      return (Math.sqrt(Math.PI / 2) * dot) / (Math.sqrt(squares) * Math.sqrt(spec.bits));
    };
    expect(estimate(near)).toBeGreaterThan(0.85);
    expect(Math.abs(estimate(sampleVector('far', 768)))).toBeLessThan(0.25);
  });
});
