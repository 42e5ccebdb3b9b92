/**
 * Exact rows as whole numbers from -127 to 127, with what each row loses by it.
 *
 * A value is about its code times the scale of its row; how far a row is from that is stated as a length that is never
 * too small, so that whoever scans the codes can say which rows need not be looked at. Nothing is decided here.
 */

/** Codes of some rows. */
export interface EncodedRows {
  /** Row after row, `stride` bytes each. */
  codes: Int8Array;
  /** Bytes of a row: the dimensions rounded up to a multiple of 16; the rest is 0. */
  stride: number;
  /** By row: a value is about its code times this; above 0. */
  scale: Float32Array;
  /** By row: at least the euclidean length of `row - scale * codes`. */
  residual: Float32Array;
}

/** Bytes of the codes of a row. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / ROW_ALIGNMENT) * ROW_ALIGNMENT;
}

/** Codes rows of finite numbers, not all zero, of one length. Linear in their size; the same on every machine. */
export function encodeByteCodes(rows: readonly ArrayLike<number>[], dimensions: number): EncodedRows {
  const stride = strideOf(dimensions);
  const codes = new Int8Array(rows.length * stride);
  const scale = new Float32Array(rows.length);
  const residual = new Float32Array(rows.length);
  rows.forEach((row, at) => {
    const step = scaleOf(row, dimensions);
    const base = at * stride;
    let squares = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const value = row[axis] as number;
      // A step that had to be raised to the least float leaves codes small; one that was rounded down is held at the end.
      const code = Math.max(-MOST, Math.min(MOST, Math.round(value / step)));
      codes[base + axis] = code;
      const lost = value - step * code;
      squares += lost * lost;
    }
    scale[at] = step;
    residual[at] = roundedUp(Math.sqrt(squares) * (1 + SUM_ERROR));
  });
  return { codes, stride, scale, residual };
}

/** The largest value of a row as 127 steps, as a 32-bit float above 0. */
function scaleOf(row: ArrayLike<number>, dimensions: number): number {
  let most = 0;
  for (let axis = 0; axis < dimensions; axis++) most = Math.max(most, Math.abs(row[axis] as number));
  return Math.max(Math.fround(most / MOST), LEAST_FLOAT);
}

/** The smallest 32-bit float not below a number that is not negative. */
function roundedUp(value: number): number {
  const near = Math.fround(value);
  if (near >= value) return near;
  float[0] = near;
  bits[0] = (bits[0] as number) + 1;
  return float[0] as number;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Codes of one row begin on such a byte. */
const ROW_ALIGNMENT = 16;
const MOST = 127;
const LEAST_FLOAT = 2 ** -149;
/** More than what float64 sums of a row of up to a million numbers can be short by, of their size. */
const SUM_ERROR = 1e-9;
