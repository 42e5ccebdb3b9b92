/**
 * As much linear algebra as an attack on 256 numbers needs: dot products and one factorisation, row by row in float64.
 */

/** Sum of products. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/** Euclidean length. */
export function lengthOf(values: ArrayLike<number>): number {
  return Math.sqrt(dot(values, values));
}

/** A symmetric positive definite matrix, factored. */
export interface Factored {
  /** Solves `M·x = b`. */
  solve(b: ArrayLike<number>): Float64Array;
  /** `L⁻¹·b`, whose squared length is `bᵀ·M⁻¹·b`; `from` says how many numbers at the start of `b` are 0. */
  half(b: ArrayLike<number>, from?: number): Float64Array;
}

/** Factors a matrix given row by row (Cholesky); throws when it is not positive definite. */
export function factor(matrix: Float64Array, size: number): Factored {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number;
      const [one, other] = [row * size, column * size];
      for (let at = 0; at < column; at++) sum -= (lower[one + at] as number) * (lower[other + at] as number);
      if (row === column && !(sum > 0)) throw new RangeError('the matrix is not positive definite');
      lower[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / (lower[column * size + column] as number);
    }
  }
  const half = (b: ArrayLike<number>, from = 0): Float64Array => {
    const x = Float64Array.from(b);
    for (let row = from; row < size; row++) {
      let sum = x[row] as number;
      const start = row * size;
      for (let at = from; at < row; at++) sum -= (lower[start + at] as number) * (x[at] as number);
      x[row] = sum / (lower[start + row] as number);
    }
    return x;
  };
  return {
    half,
    solve(b) {
      const x = half(b);
      for (let row = size - 1; row >= 0; row--) {
        let sum = x[row] as number;
        for (let at = row + 1; at < size; at++) sum -= (lower[at * size + row] as number) * (x[at] as number);
        x[row] = sum / (lower[row * size + row] as number);
      }
      return x;
    },
  };
}

/** Adds `weight · v·vᵀ` to a symmetric matrix, lower triangle and diagonal only; {@link mirror} fills the rest. */
export function addOuter(matrix: Float64Array, v: ArrayLike<number>, weight: number): void {
  const size = v.length;
  for (let row = 0; row < size; row++) {
    const scaled = weight * (v[row] as number);
    const from = row * size;
    for (let column = 0; column <= row; column++) {
      matrix[from + column] = (matrix[from + column] as number) + scaled * (v[column] as number);
    }
  }
}

/** Copies the lower triangle of a matrix into the upper one. */
export function mirror(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++)
    for (let column = 0; column < row; column++)
      matrix[column * size + row] = matrix[row * size + column] as number;
}

/** The inverse of a symmetric positive definite matrix, row by row. */
export function invert(matrix: Float64Array, size: number): Float64Array {
  // M⁻¹ = L⁻ᵀ·L⁻¹: each row of L⁻¹ is the half solution of an axis, zero above its place.
  const { half } = factor(matrix, size);
  const halves = new Float64Array(size * size);
  const axisVector = new Float64Array(size);
  for (let axis = 0; axis < size; axis++) {
    axisVector.fill(0);
    axisVector[axis] = 1;
    halves.set(half(axisVector, axis), axis * size);
  }
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = 0;
      const [one, other] = [row * size, column * size];
      for (let at = row; at < size; at++)
        sum += (halves[one + at] as number) * (halves[other + at] as number);
      inverse[one + column] = sum;
      inverse[other + row] = sum;
    }
  return inverse;
}

/** A matrix, row by row, times a vector. */
export function times(matrix: Float64Array, vector: ArrayLike<number>): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const from = row * size;
    let sum = 0;
    for (let at = 0; at < size; at++) sum += (matrix[from + at] as number) * (vector[at] as number);
    product[row] = sum;
  }
  return product;
}
