import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from './seeded-random.ts';
import { float16Bits, rowForms } from './vector-rows.ts';
import { VectorSweep } from './vector-sweep.ts';

const row = randomRow(1);

function randomRow(seed: number, dimensions = 64): number[] {
  const random = createRandom(seed);
  return Array.from({ length: dimensions }, () => random.next() - 0.5);
}

function sweepOf(...rows: readonly (readonly number[])[]): VectorSweep {
  const sweep = new VectorSweep();
  for (const [at, each] of rows.entries()) sweep.addRow(each, `f${at}`);
  return sweep;
}

test.each(rowForms(row).map(({ name, bytes }) => [name, bytes] as const))(
  'finds a row written as %s',
  (name, bytes) => {
    const file = Buffer.concat([Buffer.alloc(13, 3), bytes, Buffer.alloc(5)]);
    expect(sweepOf(randomRow(2), row).find(file)).toContainEqual({ source: 'f1', form: name });
  },
);

test('finds half of a row, a row in base64 and a row in decimal numbers', () => {
  const bytes = Buffer.from(Float32Array.from(row).buffer);
  const payloads = [
    bytes.subarray(bytes.length / 2),
    Buffer.from(JSON.stringify({ vector: bytes.toString('base64') })),
    Buffer.from(JSON.stringify({ vector: row.map((value) => Number(value.toFixed(4))) })),
  ];
  expect(
    payloads.map(
      (payload) =>
        sweepOf(row)
          .find(payload)
          .map(({ source }) => source)[0],
    ),
  ).toEqual(['f0', 'f0', 'f0']);
});

test('finds no other row and no sign bits', () => {
  const bits = Buffer.from(
    Uint8Array.from({ length: 8 }, (_, at) =>
      row.slice(at * 8, at * 8 + 8).reduce((sum, v, i) => sum | (v > 0 ? 1 << i : 0), 0),
    ),
  );
  const others = Buffer.from(
    Float32Array.from(Array.from({ length: 50 }, (_, at) => randomRow(at + 9)).flat()).buffer,
  );
  expect(sweepOf(row).find(Buffer.concat([bits, others]))).toEqual([]);
});

test('does not report a row that is released elsewhere', () => {
  const sweep = new VectorSweep();
  sweep.allow(row);
  sweep.addRow(row, 'f0');
  expect(sweep.find(Buffer.from(Float32Array.from(row).buffer))).toEqual([]);
});

test.each([2, 40])('finds a row of mostly zeros, as hashed n-grams make them (one in %i filled)', (step) => {
  const sparse = Array.from({ length: 512 }, (_, at) => (at % step === 1 ? ((at * 7919) % 13) - 6.5 : 0));
  const forms = rowForms(sparse);
  const found = forms.filter(({ name, bytes }) =>
    sweepOf(sparse)
      .find(Buffer.concat([bytes, Buffer.alloc(9)]))
      .some(({ form }) => form === name),
  );
  expect(found.map(({ name }) => name)).toEqual(forms.map(({ name }) => name));
});

test('rounds to the nearest half-precision number, as reading all of them back shows', () => {
  const halves = Array.from({ length: 0x7c00 }, (_, bits) => {
    const exponent = bits >> 10;
    const fraction = bits & 0x3ff;
    return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
  expect(halves.map(float16Bits)).toEqual(halves.map((_, bits) => bits));
  fc.assert(
    fc.property(fc.double({ min: 0, max: 65000, noNaN: true }), (value) => {
      const distance = Math.abs((halves[float16Bits(value)] as number) - value);
      const bits = float16Bits(value);
      const neighbours = [halves[bits - 1], halves[bits + 1]].filter((half) => half !== undefined);
      expect(neighbours.every((half) => Math.abs(half - value) >= distance)).toBe(true);
    }),
    { seed: 3 },
  );
});
