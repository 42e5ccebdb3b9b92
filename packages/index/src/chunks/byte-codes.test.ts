import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeByteCodes } from './byte-codes.ts';

const value = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 2 ** -149, -(2 ** -149), 1e-40, 3.4e38),
);
const row = (length: number) => fc.array(value, { minLength: length, maxLength: length });
const rows = fc.integer({ min: 1, max: 40 }).chain((length) => fc.array(row(length), { maxLength: 6 }));

describe('encodeByteCodes', () => {
  it('states for each row a length that its codes are within, and no longer than half a step an axis', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const dimensions = list[0]?.length ?? 3;
        const { codes, stride, scale, residual } = encodeByteCodes(list, dimensions);
        expect(stride % 16).toBe(0);
        expect(codes).toHaveLength(list.length * stride);
        list.forEach((values, at) => {
          const own = codes.subarray(at * stride, (at + 1) * stride);
          const step = scale[at] as number;
          expect(step).toBeGreaterThan(0);
          expect(own.subarray(dimensions).every((code) => code === 0)).toBe(true);
          expect(own.every((code) => code >= -127 && code <= 127)).toBe(true);
          const lost = Math.hypot(...values.map((each, axis) => each - step * (own[axis] as number)));
          expect(residual[at]).toBeGreaterThanOrEqual(lost * (1 - 1e-12));
          expect(residual[at]).toBeLessThanOrEqual(step * 0.5001 * Math.sqrt(dimensions) * 1.001 + 1e-44);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('uses the whole range of a byte, and rounds half away from what a shorter one would lose', () => {
    const { codes, scale } = encodeByteCodes([[1, -1, 0.5, 0]], 4);
    expect(Array.from(codes.subarray(0, 4))).toEqual([127, -127, 64, 0]);
    expect(scale[0]).toBe(Math.fround(1 / 127));
  });
});
