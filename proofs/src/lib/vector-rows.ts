/**
 * The ways a vector may be written down as bytes: float32, float16 and int8, as it is and scaled to length one.
 */

/** One way of writing a row: its name and the bytes of the components, in order. */
export interface RowForm {
  readonly name: string;
  readonly bytes: Buffer;
  /** Bytes of one component. */
  readonly width: number;
}

/** Every form of a vector that a byte search looks for. */
export function rowForms(vector: ArrayLike<number>): RowForm[] {
  const given = Array.from(vector);
  const length = Math.sqrt(given.reduce((sum, value) => sum + value * value, 0));
  const largest = given.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (length === 0) return [];
  const unit = given.map((value) => value / length);
  return [
    ...['float32', 'float32 of length one'].flatMap((name, at) =>
      floatForms(name, at === 0 ? given : unit, 4),
    ),
    ...['float16', 'float16 of length one'].flatMap((name, at) =>
      floatForms(name, at === 0 ? given : unit, 2),
    ),
    int8Form('int8', given, largest, Math.round),
    int8Form('int8, cut off', given, largest, Math.trunc),
    int8Form('int8 of length one', unit, 1, Math.round),
  ];
}

/** The 16 bits of the nearest half-precision number, ties to even; beyond its range, infinity. */
export function float16Bits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(size)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | roundEven(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const fraction = roundEven((size / 2 ** exponent - 1) * 1024);
  return sign | (((exponent + 15) << 10) + fraction);
}

function floatForms(name: string, values: readonly number[], width: 2 | 4): RowForm[] {
  const little = Buffer.alloc(values.length * width);
  for (const [at, value] of values.entries()) {
    if (width === 4) little.writeFloatLE(value, at * 4);
    else little.writeUInt16LE(float16Bits(value), at * 2);
  }
  const big = Buffer.from(little);
  if (width === 4) big.swap32();
  else big.swap16();
  return [
    { name, bytes: little, width },
    { name: `${name}, big end first`, bytes: big, width },
  ];
}

function int8Form(
  name: string,
  values: readonly number[],
  largest: number,
  round: (value: number) => number,
): RowForm {
  return {
    name,
    bytes: Buffer.from(Int8Array.from(values, (value) => round((value / largest) * 127)).buffer),
    width: 1,
  };
}

function roundEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return floor + (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? 1 : 0);
}
