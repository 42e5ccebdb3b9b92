import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownTextLimitError, ShingleRanks } from './shingle-ranks.ts';

const half = fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: 0, max: 0xffffffff }));
const puts = fc.array(fc.tuple(half, half, fc.nat({ max: 3 })), { maxLength: 60 });
const made = (list: readonly (readonly [number, number, number])[]): ShingleRanks => {
  const table = new ShingleRanks();
  for (const [low, high, rank] of list) table.put(low, high, rank);
  return table;
};

it('keeps the highest rank of each hash, as a Map of pairs would (property)', () => {
  fc.assert(
    fc.property(puts, puts, half, half, (one, other, low, high) => {
      const table = made(one);
      table.putAll(made(other));
      const slow = new Map<string, number>();
      for (const [a, b, rank] of [...one, ...other])
        slow.set(`${a} ${b}`, Math.max(rank, slow.get(`${a} ${b}`) ?? 0));
      expect(table.size).toBe(slow.size);
      expect(table.get(low, high)).toBe(slow.get(`${low} ${high}`));
      for (const [a, b] of one) expect(table.get(a, b)).toBe(slow.get(`${a} ${b}`));
    }),
    { numRuns: 200 },
  );
});

it('grows, and lists its hashes in one order, however they came', () => {
  const list = Array.from({ length: 5000 }, (_, at) => [at * 7, at % 11, 0] as const);
  const table = made(list);
  expect(table.size).toBe(5000);
  expect(list.every(([low, high]) => table.get(low, high) === 0)).toBe(true);
  expect(table.get(1, 1)).toBeUndefined();
  const hashes = table.hashes();
  expect(hashes).toEqual(made(list.toReversed()).hashes());
  expect(Array.from(hashes.slice(0, 2))).toEqual([0n, 77n]);
});

it('refuses a new hash beyond its bound, and keeps what it has', () => {
  const table = new ShingleRanks(2);
  table.put(1, 1, 0);
  table.put(2, 2, 0);
  table.put(1, 1, 2);
  expect(() => table.put(3, 3, 0)).toThrow(KnownTextLimitError);
  expect([table.size, table.get(1, 1), table.get(2, 2), table.get(3, 3)]).toEqual([2, 2, 0, undefined]);
});
