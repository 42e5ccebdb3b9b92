/**
 * Selection by bounds against measuring and sorting everything, on rows made to be hard to bound.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetrievalIndex } from '../index-port.ts';
import { prepareIndex } from '../prepared-index.ts';
import { readQueryVector } from '../query-vector.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { withByteCodes } from '../testing/with-facts.ts';
import { scanCosines } from './cosine-scan.ts';
import { exactCosine } from './exact-cosine.ts';
import type { LaneScores } from './lane-scores.ts';
import { type ScoredRow, selectBest } from './select-best.ts';

/** Widths around the 16 numbers the kernel takes at a time. */
const widths = fc.constantFrom(1, 2, 15, 16, 17, 33, 48);

/** Values that are hard on a scale shared by a row: one that dwarfs the rest, none, all alike, tiny, denormal, huge. */
function row(width: number): fc.Arbitrary<number[]> {
  const plain = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: width, maxLength: width });
  const oneHot = fc
    .tuple(fc.nat({ max: width - 1 }), fc.constantFrom(1, -1, 1e-30, 3e38))
    .map(([at, value]) => Array.from({ length: width }, (_, i) => (i === at ? value : 0)));
  const spread = fc
    .tuple(fc.nat({ max: width - 1 }), plain)
    .map(([at, values]) => values.map((value, i) => (i === at ? 1e6 : value)));
  const alike = fc.constantFrom(1, -0.25, 1e-20).map((value) => Array.from({ length: width }, () => value));
  const scaled = fc
    .tuple(plain, fc.constantFrom(1e-44, 1e-38, 1e-30, 1e-200, 1e-161, 1e-150, 1e30, 1e145))
    .map(([values, by]) => values.map((value) => value * by));
  const whole = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: width, maxLength: width });
  return fc
    .oneof({ weight: 4, arbitrary: plain }, { weight: 4, arbitrary: whole }, oneHot, spread, alike, scaled)
    .filter((values) => {
      const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
      return length > 0 && Number.isFinite(length);
    });
}

function float32(values: readonly number[]): ArrayLike<number> {
  const floats = Float32Array.from(values);
  return floats.some((value) => value !== 0) && floats.every(Number.isFinite) ? floats : values;
}

const sample = widths.chain((width) =>
  fc.record({
    width: fc.constant(width),
    rows: fc
      .array(fc.tuple(row(width), fc.boolean()), { minLength: 1, maxLength: 60, size: 'max' })
      .map((rows) => rows.map(([values, isTyped]) => (isTyped ? float32(values) : values))),
    /** Rows that repeat another. */
    repeats: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
    query: row(width),
    floor: fc.constantFrom(-2, -0.3, 0, 0.2, 0.5, 1),
    most: fc.constantFrom(0, 1, 3, 10, Number.POSITIVE_INFINITY),
    chosen: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    isFiltered: fc.boolean(),
    addends: fc.array(fc.constantFrom(0, 0, 0, 0.15, 0.3, -0.15, 1), { minLength: 60, maxLength: 60 }),
    curve: fc.constantFrom('plain', 'bent', 'steps'),
  }),
);

function indexOfRows(rows: readonly ArrayLike<number>[]): RetrievalIndex {
  const work = buildWork();
  // Ids run against the order of the rows, so that ties tell.
  const entries = rows.map((vector, n) => ({ fragment: buildPassage(work, `p${1000 - n}`), vector }));
  return withByteCodes(buildIndex([work], entries));
}

const CURVES: Record<string, (cosine: number) => number> = {
  bent: (cosine) => Math.max(-1, Math.min(1, cosine)) / 2 + 0.25,
  steps: (cosine) => Math.round(Math.max(-1, Math.min(1, cosine)) * 8) / 8,
};

describe('selection by bounds (decisions 3.7)', () => {
  it('yields the best rows and the count of measuring and sorting everything', () => {
    fc.assert(
      fc.property(sample, ({ rows, repeats, query, floor, most, chosen, isFiltered, addends, curve }) => {
        const all = [...rows];
        for (const [from, to] of repeats) all[to % all.length] = all[from % all.length] as ArrayLike<number>;
        const index = indexOfRows(all);
        const { columns } = prepareIndex(index);
        const vector = readQueryVector(query, query.length, 'queryVector');
        const positions = Uint32Array.from(all.keys()).filter((at) => !isFiltered || chosen[at] === true);
        const special = Uint32Array.from(all.keys()).filter((at) => addends[at] !== 0);
        const base = CURVES[curve];
        const scores: LaneScores = {
          positions: special,
          at: (k, cosine) => (base?.(cosine) ?? cosine) + (addends[special[k] as number] as number),
          ...(base === undefined ? {} : { base }),
        };
        const measured = Array.from(positions, (position): ScoredRow => {
          const cosine = exactCosine(columns, position, vector);
          const k = special.indexOf(position);
          return { position, cosine, score: k < 0 ? (base?.(cosine) ?? cosine) : scores.at(k, cosine) };
        }).filter(({ score }) => score >= floor);
        const rank = ({ position }: ScoredRow): number => columns.idRank[position] as number;
        measured.sort((a, b) => b.score - a.score || rank(a) - rank(b));
        const question = { positions, query: vector, scores, floor, most };
        const expected = { best: measured.slice(0, most), matched: measured.length };
        expect(selectBest({ columns, byteCodes: index.byteCodes }, question)).toStrictEqual(expected);
        expect(selectBest({ columns }, question)).toStrictEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('rests on bounds that hold the exact cosine of every row', () => {
    fc.assert(
      fc.property(sample, ({ rows, query }) => {
        const index = indexOfRows(rows);
        const { columns } = prepareIndex(index);
        const vector = readQueryVector(query, query.length, 'queryVector');
        const everything = Uint32Array.from(rows.keys());
        const none = new Uint32Array(0);
        let count = 0;
        const { byteCodes } = index;
        scanCosines(
          { columns, byteCodes },
          everything,
          vector,
          none,
          Number.NEGATIVE_INFINITY,
          (position, estimate, error) => {
            count += 1;
            const cosine = exactCosine(columns, position, vector);
            expect(estimate - error).toBeLessThanOrEqual(cosine);
            expect(estimate + error).toBeGreaterThanOrEqual(cosine);
          },
        );
        expect(count).toBe(rows.length);
      }),
      { numRuns: 200 },
    );
  });

  it('trusts no bound where the length of a query is too small to be squared', () => {
    // What the codes of the row miss points the way the query does, and the query's length is mostly lost in its squares.
    const rows = [Float32Array.from({ length: 48 }, (_, i) => (i === 0 ? 127 : 0.4))];
    const query = Array.from({ length: 48 }, (_, i) => (i === 0 ? 2.3e-162 : 1.5e-162));
    const index = indexOfRows(rows);
    const { columns } = prepareIndex(index);
    const vector = readQueryVector(query, query.length, 'queryVector');
    const exact = exactCosine(columns, 0, vector);
    const scores = { positions: new Uint32Array(0), at: (_k: number, cosine: number) => cosine };
    expect(
      selectBest(
        { columns, byteCodes: index.byteCodes },
        { positions: Uint32Array.of(0), query: vector, scores, floor: exact, most: 1 },
      ),
    ).toStrictEqual({ best: [{ position: 0, cosine: exact, score: exact }], matched: 1 });
  });

  it('bounds closely what is easy to bound: few rows are measured in full', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      Float32Array.from({ length: 64 }, (_, i) => Math.sin(n * 7.1 + i * i * 0.37 + n * i)),
    );
    const index = indexOfRows(rows);
    const { columns } = prepareIndex(index);
    let measured = 0;
    const counting = {
      ...columns,
      vectorAt: (position: number) => {
        measured += 1;
        return columns.vectorAt(position);
      },
    };
    const query = readQueryVector(rows[7] as Float32Array, 64, 'queryVector');
    const positions = Uint32Array.from(rows.keys());
    const scores = { positions: new Uint32Array(0), at: (_k: number, cosine: number) => cosine };
    const { best } = selectBest(
      { columns: counting, byteCodes: index.byteCodes },
      { positions, query, scores, floor: 0.2, most: 10 },
    );
    expect([best.length, best[0]?.position]).toStrictEqual([10, 7]);
    expect(measured).toBeGreaterThan(9);
    expect(measured).toBeLessThan(200);
  });
});
