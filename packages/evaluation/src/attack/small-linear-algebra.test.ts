import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOuter, dot, factor, invert, mirror, times } from './small-linear-algebra.ts';

const SIZE = 6;
const vectors = fc.array(
  fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: SIZE, maxLength: SIZE }),
  {
    minLength: SIZE,
    maxLength: 12,
  },
);

function covarianceOf(rows: readonly (readonly number[])[]): Float64Array {
  const matrix = new Float64Array(SIZE * SIZE);
  for (const row of rows) addOuter(matrix, row, 1);
  for (let axis = 0; axis < SIZE; axis++)
    addOuter(
      matrix,
      Float64Array.from({ length: SIZE }, (_, at) => (at === axis ? 1 : 0)),
      0.5,
    );
  mirror(matrix, SIZE);
  return matrix;
}

test('a solution put back into the equations gives the right-hand side', () => {
  fc.assert(
    fc.property(
      vectors,
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: SIZE, maxLength: SIZE }),
      (rows, b) => {
        const matrix = covarianceOf(rows);
        const x = factor(matrix, SIZE).solve(b);
        for (let row = 0; row < SIZE; row++)
          expect(dot(matrix.subarray(row * SIZE, (row + 1) * SIZE), x)).toBeCloseTo(b[row] as number, 6);
      },
    ),
    { numRuns: 200 },
  );
});

test('the half solution has the length of the quadratic form', () => {
  fc.assert(
    fc.property(vectors, (rows) => {
      const factored = factor(covarianceOf(rows), SIZE);
      const [b = []] = rows;
      const half = factored.half(b);
      expect(dot(half, half)).toBeCloseTo(dot(b, factored.solve(b)), 8);
    }),
    { numRuns: 200 },
  );
});

test('a matrix times its inverse is the identity, and the inverse is symmetric to the bit', () => {
  fc.assert(
    fc.property(vectors, (rows) => {
      const matrix = covarianceOf(rows);
      const inverse = invert(matrix, SIZE);
      for (let axis = 0; axis < SIZE; axis++) {
        const column = inverse.filter((_, at) => at % SIZE === axis);
        expect(column).toEqual(inverse.slice(axis * SIZE, (axis + 1) * SIZE));
        for (const [at, value] of times(matrix, column).entries())
          expect(value).toBeCloseTo(at === axis ? 1 : 0, 6);
      }
    }),
    { numRuns: 200 },
  );
});

test('a matrix that is not positive definite is refused', () => {
  expect(() => factor(Float64Array.from([1, 2, 2, 1]), 2)).toThrow(RangeError);
});
