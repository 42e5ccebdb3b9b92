import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowBest } from './narrow-best.ts';

/** A row with a bound, loose or not, and what a ceiling leaves of its score: nothing, or so much less. */
interface Sample {
  readonly position: number;
  readonly score: number;
  readonly bound: number;
  readonly left: number | undefined;
}

const samples = fc
  .array(
    fc.record({
      score: fc.nat(6),
      spare: fc.nat(3),
      less: fc.option(fc.nat(4), { nil: undefined }),
      group: fc.integer({ min: -1, max: 5 }),
      rank: fc.nat(),
    }),
    { maxLength: 60 },
  )
  .map((drawn) => {
    const byRank = drawn
      .map((_, at) => at)
      .sort((a, b) => (drawn[a]?.rank ?? 0) - (drawn[b]?.rank ?? 0) || a - b);
    const idRank = new Uint32Array(drawn.length);
    for (const [rank, position] of byRank.entries()) idRank[position] = rank;
    return {
      idRank,
      twinGroup: Int32Array.from(drawn, ({ group }) => group),
      rows: drawn.map(
        ({ score, less, spare }, position): Sample => ({
          position,
          score,
          bound: score + spare,
          left: less === undefined ? undefined : Math.max(0, score - less),
        }),
      ),
    };
  });

const narrow = ({ position, left }: Sample) => (left === undefined ? undefined : { position, score: left });

describe('the best under a ceiling', () => {
  it('are those of asking about every row, dropping twins and sorting', () => {
    fc.assert(
      fc.property(samples, fc.oneof(fc.nat(8), fc.constant(Number.POSITIVE_INFINITY)), (drawn, most) => {
        const { rows, idRank, twinGroup } = drawn;
        const rankOf = ({ position }: { position: number }): number => idRank[position] as number;
        const all = rows.flatMap((row) => narrow(row) ?? []);
        const expected = all
          .filter(
            (row) =>
              (twinGroup[row.position] as number) < 0 ||
              !all.some(
                (twin) => twinGroup[twin.position] === twinGroup[row.position] && rankOf(twin) < rankOf(row),
              ),
          )
          .sort((a, b) => b.score - a.score || rankOf(a) - rankOf(b))
          .slice(0, most);
        const found = narrowBest(rows, drawn, { most, boundOf: ({ bound }) => bound, narrow });
        expect(found).toStrictEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing is narrowed: one', 26, [9999, 9998, 9997, 9996, 9995], (at: number) => at],
    [
      'each but the tenth is withheld: two',
      52,
      [9999, 9989, 9979, 9969, 9959],
      (at: number) => (at % 10 === 9 ? at : undefined),
    ],
    ['all is withheld: every one', 10_000, [], () => undefined],
  ])('ask block by block. %s', (_, asks, expected, left) => {
    const rows = Array.from({ length: 10_000 }, (_row, position) => ({ position, score: position }));
    const asked: number[] = [];
    const found = narrowBest(
      rows,
      {
        twinGroup: new Int32Array(rows.length).fill(-1),
        idRank: Uint32Array.from(rows, ({ position }) => position),
      },
      {
        most: 5,
        boundOf: ({ score }) => score,
        narrow: ({ position }) => {
          asked.push(position);
          const score = left(position);
          return score === undefined ? undefined : { position, score };
        },
      },
    );
    expect(found.map(({ position }) => position)).toStrictEqual(expected);
    expect(asked).toHaveLength(asks);
  });

  it('ask as many, wherever among the first the hidden score of a row that is held down lies', () => {
    const asksWith = (hidden: number): number => {
      let asks = 0;
      const rows = [hidden, 9, 8, 7].map((score, position) => ({ position, score }));
      narrowBest(
        rows,
        { twinGroup: new Int32Array(4).fill(-1), idRank: Uint32Array.of(0, 1, 2, 3) },
        {
          most: 1,
          boundOf: ({ score }) => score,
          narrow: ({ position, score }) => {
            asks += 1;
            return { position, score: position === 0 ? 0 : score };
          },
        },
      );
      return asks;
    };
    expect([1, 8, 10].map(asksWith)).toStrictEqual([4, 4, 4]);
  });
});
