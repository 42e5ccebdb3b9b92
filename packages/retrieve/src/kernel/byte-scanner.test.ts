import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteCodesOf } from '../testing/with-facts.ts';
import { codeQuery } from './byte-query.ts';
import { BLOCK_ROWS, scannerOf } from './byte-scanner.ts';

/** Numbers from -127 to 127, from a seed. */
function codesFrom(seed: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return ((state >>> 8) % 255) - 127;
  });
}

function rowsFrom(seed: number, count: number, dimensions: number): number[][] {
  return Array.from({ length: count }, (_, n) => {
    const row = codesFrom(seed + n, dimensions);
    row[0] = 127;
    return row;
  });
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function scanned(
  rows: readonly number[][],
  query: Int16Array,
  chosen: Uint32Array | number,
): [place: number, sum: number][] {
  const found: [number, number][] = [];
  scannerOf(byteCodesOf(rows, (rows[0] as number[]).length))?.scan(query, chosen, (first, count, dots) => {
    for (let n = 0; n < count; n++) found.push([first + n, dots[n] as number]);
  });
  return found;
}

describe('the kernel', () => {
  it('sums every row exactly, all in order or those of a list, whatever their number and width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 13 }),
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 20 }),
        (dimensions, count, seed, picks) => {
          const rows = rowsFrom(seed, count, dimensions);
          const query = new Int16Array(16 * Math.ceil(dimensions / 16));
          query.set(codesFrom(seed + 99, dimensions).map((value) => value * 250));
          const sums = rows.map((row) => dot(row, query));
          expect(scanned(rows, query, count)).toStrictEqual(sums.map((sum, n) => [n, sum]));
          const list = Uint32Array.from(new Set(picks.map((pick) => pick % count))).sort();
          expect(scanned(rows, query, list)).toStrictEqual(
            Array.from(list, (row, place) => [place, sums[row]]),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('goes on over the end of a block', () => {
    const rows = rowsFrom(5, BLOCK_ROWS + 3, 16);
    const query = Int16Array.from(codesFrom(7, 16));
    const sums = rows.map((row) => dot(row, query));
    expect(scanned(rows, query, rows.length)).toStrictEqual(sums.map((sum, n) => [n, sum]));
    const list = Uint32Array.from(rows.keys()).filter((row) => row !== 2);
    expect(scanned(rows, query, list)).toStrictEqual(Array.from(list, (row, place) => [place, sums[row]]));
  });

  it('never overflows: the largest query against the largest row', () => {
    for (const dimensions of [1, 384, 4096, 16_384]) {
      const values = new Float64Array(dimensions).fill(1);
      const query = codeQuery({ values, norm: Math.sqrt(dimensions) }, dimensions);
      if (query === undefined) throw new Error('the query could not be coded');
      const width = query.codes.length;
      const row = Array.from({ length: width }, () => 127);
      const [[, sum] = [0, 0]] = scanned([row], padded(query.codes), 1);
      expect(sum).toBe(dot(row, query.codes));
      expect(sum).toBeGreaterThan(2 ** 15);
    }
  });
});

function padded(codes: Int16Array): Int16Array {
  const query = new Int16Array(16 * Math.ceil(codes.length / 16));
  query.set(codes);
  return query;
}
