import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutChunks } from './cut-chunks.ts';

type Piece = { id: string; entityId: string };
const work = (name: string, count: number): Piece[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${name}#p${at}`, entityId: name }));
const listOf = (works: readonly (readonly [number, number])[]): Piece[] =>
  works.flatMap(([name, count]) => work(`essay:w${String(name).padStart(6, '0')}`, count));
/** The ids of each chunk, as one string. */
const chunksOf = (list: readonly Piece[]): string[] =>
  cutChunks(list).map(({ from, to }) =>
    list
      .slice(from, to)
      .map(({ id }) => id)
      .join(),
  );

const works = fc
  .uniqueArray(
    fc.tuple(
      fc.nat({ max: 99_999 }),
      fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(900, 1_100, 5_000)),
    ),
    { selector: ([name]) => name, maxLength: 60 },
  )
  .map((drawn) => drawn.sort(([a], [b]) => a - b));

describe('cutChunks', () => {
  it('covers every fragment once, in order, at most 4,096 in a chunk, and cuts only long works inside', () => {
    fc.assert(
      fc.property(works, (drawn) => {
        const list = listOf(drawn);
        const cuts = cutChunks(list);
        expect(cuts.map(({ from }) => from)).toEqual([0, ...cuts.map(({ to }) => to)].slice(0, cuts.length));
        expect(cuts.at(-1)?.to ?? 0).toBe(list.length);
        for (const { from, to } of cuts) {
          expect(to - from).toBeGreaterThan(0);
          expect(to - from).toBeLessThanOrEqual(4096);
          const last = list[to - 1]?.entityId;
          if (list[to]?.entityId === last)
            expect(list.filter(({ entityId }) => entityId === last).length).toBeGreaterThan(1024);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('moves no cut but those beside a change', () => {
    const many = listOf(Array.from({ length: 4_000 }, (_, name) => [name, 5] as const));
    const before = chunksOf(many);
    expect(before.length).toBeGreaterThan(15);
    fc.assert(
      fc.property(fc.nat({ max: many.length - 1 }), fc.boolean(), (at, isLost) => {
        const changed = isLost
          ? many.toSpliced(at, 1)
          : many.toSpliced(at, 0, { id: `${many[at]?.entityId}#x`, entityId: many[at]?.entityId ?? '' });
        const known = new Set(before);
        expect(chunksOf(changed).filter((chunk) => !known.has(chunk)).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 10 },
    );
  });
});
