import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadStaticModel } from './load-model.ts';
import { readHeader } from './read-header.ts';
import { tinyFile, tinyModel, tinyParts } from './tiny-model.fixture.ts';
import { writeModel } from './write-model.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('the', 'bell', 'bell', 'harbour', 'rings', '日本語', 'zzzz', '海の潮', 'x'), {
      minLength: 1,
    })
    .map((words) => words.join(' ')),
);

describe('a vector', () => {
  it('is these numbers on every machine', async () => {
    const model = await tinyModel();
    expect(model.vectorOf('The harbour bell, ringing in the fog')).toEqual({
      vector: Float32Array.from(GOLDEN_EN),
      unknownShare: 0,
    });
    expect(model.vectorOf('日本の海 გემი')).toEqual({
      vector: Float32Array.from(GOLDEN_MIXED),
      unknownShare: 4 / 8,
    });
  });

  it.each([
    { repeats: 'linear', centre: 'unit' },
    { repeats: 'sqrt', centre: 'unit' },
    { repeats: 'log', centre: 'unit' },
    { repeats: 'linear', centre: 'sum' },
    { repeats: 'log', centre: 'sum' },
  ] as const)('is the sum of rows, centred, of length 1: $repeats, $centre', async (pooling) => {
    const { bytes } = await tinyFile(pooling);
    const model = await tinyModel(pooling);
    const { sections, dimensions } = readHeader(bytes);
    const view = new DataView(bytes.buffer);
    const weigh = { linear: (n: number) => n, sqrt: Math.sqrt, log: (n: number) => 1 + Math.log(n) };
    fc.assert(
      fc.property(texts, (text) => {
        const { ids } = model.encode(text);
        const result = model.vectorOf(text);
        if (ids.length === 0) {
          expect(result).toBeUndefined();
          return;
        }
        const sum = Array.from({ length: dimensions }, (_, axis) =>
          [...new Set(ids)].reduce((total, id) => {
            const count = ids.filter((other) => other === id).length;
            const scale = view.getFloat32(sections.scales.offset + 4 * id, true);
            const row = view.getInt8(sections.rows.offset + id * dimensions + axis);
            return total + weigh[pooling.repeats](count) * scale * row;
          }, 0),
        );
        const divisor = pooling.centre === 'unit' ? Math.hypot(...sum) : 1;
        const centred = sum.map(
          (value, axis) => value / divisor - view.getFloat32(sections.mean.offset + 4 * axis, true),
        );
        const length = Math.hypot(...centred);
        for (const [axis, value] of centred.entries()) {
          expect(Math.abs((result?.vector[axis] ?? Number.NaN) - value / length)).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is finite and of length 1, whatever the text', async () => {
    const model = await tinyModel();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
        const result = model.vectorOf(text);
        if (result === undefined) return;
        expect(Math.hypot(...result.vector)).toBeCloseTo(1, 6);
        expect(result.unknownShare).toBeGreaterThanOrEqual(0);
        expect(result.unknownShare).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['unit', 'sum'] as const)(
    'has some direction even where rows cancel out, centred on the %s',
    async (centre) => {
      const { facts, rows } = tinyParts();
      const one = rows.slice(0, 16);
      const bytes = await writeModel({
        facts: { ...facts, buckets: 1, pooling: { repeats: 'linear', centre } },
        pieces: ['▁a', '▁b', '▁c'],
        scores: Float32Array.of(-1, -1, -1),
        rows: Float32Array.from(
          { length: 64 },
          (_, at) => (Math.floor(at / 16) === 1 ? -1 : 1) * (one[at % 16] ?? 0),
        ),
        mean: new Float32Array(16),
      });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const model = await loadStaticModel(bytes, { sha256 });
      const axis = (at: number): Float32Array =>
        Float32Array.from({ length: 16 }, (_, own) => (own === at ? 1 : 0));
      expect([model.vectorOf('a b')?.vector, model.vectorOf('b a')?.vector]).toEqual([axis(0), axis(1)]);
    },
  );

  it('does not depend on the texts before it', async () => {
    const model = await tinyModel({ repeats: 'sqrt', centre: 'unit' });
    const first = model.vectorOf('the bell the bell the');
    for (const text of ['the the', '', 'zzzz', '日本']) model.vectorOf(text);
    expect(model.vectorOf('the bell the bell the')).toEqual(first);
  });

  it('says how much of the text is unknown', async () => {
    const model = await tinyModel();
    const share = (text: string): number | undefined => model.vectorOf(text)?.unknownShare;
    expect([share('the bell'), share('the ქართ'), share('ქართ'), share(' ')]).toEqual([
      0,
      4 / 7,
      1,
      undefined,
    ]);
  });
});

const GOLDEN_EN = [
  -0.17157068848609924, 0.15767034888267517, 0.5335352420806885, -0.31722304224967957, 0.12898172438144684,
  0.07538362592458725, -0.02637125737965107, 0.025683050975203514, -0.3061347007751465, 0.09742659330368042,
  0.1393825113773346, 0.3097148537635803, -0.2917613685131073, 0.4354010820388794, 0.09865738451480865,
  0.18370072543621063,
];
const GOLDEN_MIXED = [
  -0.3360763192176819, 0.0019849997479468584, -0.023384757339954376, -0.12342990189790726,
  -0.3318163752555847, -0.3098340928554535, 0.03485230728983879, 0.03997982665896416, -0.24832236766815186,
  0.08474594354629517, -0.21149154007434845, 0.40026524662971497, -0.06944746524095535, 0.37158098816871643,
  0.4938221275806427, 0.04256945475935936,
];
