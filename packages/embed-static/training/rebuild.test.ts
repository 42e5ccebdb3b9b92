/**
 * A tiny model rebuilt from text, start to file, and held against the bytes of the first time it was made.
 */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTokeniser } from '../src/tokeniser.ts';
import { writeModel } from '../src/write-model.ts';
import { stretchesOf } from './stretches-of.ts';

const TEXT = [
  'The bell of the harbour rang before the storm.',
  'A storm bell warns the boats in the harbour.',
  'Enzymes break sugar down; an enzyme is a protein.',
  'Le port et la cloche avant la tempête.',
  '港の鐘が嵐の前に鳴った。',
  'Колокол в гавани звонил перед бурей.',
];
const DIMENSIONS = 16;
const BUCKETS = 8;

/** Counts, scores, seeded directions weighted by rarity, the mean of the training text: the shape of the training. */
async function rebuild(text: readonly string[]): Promise<Uint8Array> {
  const counts = new Map<string, number>();
  for (const stretch of text.flatMap(stretchesOf)) counts.set(stretch, (counts.get(stretch) ?? 0) + 1);
  const pieces = [...counts.keys()].sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const scores = Float32Array.from(pieces, (piece) => Math.log((counts.get(piece) ?? 1) / total));
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const rows = Float32Array.from({ length: (pieces.length + BUCKETS) * DIMENSIONS }, (_, at) => {
    const row = Math.floor(at / DIMENSIONS);
    return next() * (row < pieces.length ? -(scores[row] as number) : 1);
  });
  const tokeniser = createTokeniser({ pieces, scores, buckets: BUCKETS });
  const mean = new Float32Array(DIMENSIONS);
  for (const line of text) {
    for (const id of tokeniser.encode(line).ids) {
      for (let axis = 0; axis < DIMENSIONS; axis++) {
        mean[axis] = (mean[axis] as number) + (rows[id * DIMENSIONS + axis] as number) / text.length;
      }
    }
  }
  return writeModel({
    facts: {
      name: 'static-rebuilt',
      version: 1,
      buckets: BUCKETS,
      pooling: { repeats: 'log', centre: 'sum' },
      floor: 0.3,
      scoreCap: 0.9,
      languages: ['en', 'fr', 'ja', 'ru'],
      notes: {},
    },
    pieces,
    scores,
    rows,
    mean,
  });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('makes the same file of the same text, today and the first time', async () => {
  const bytes = await rebuild(TEXT);
  expect(sha256(await rebuild(TEXT))).toBe(sha256(bytes));
  expect(sha256(bytes)).toBe('c665adfba009b79d2019363bd9351e7b20138f8c79d0b167c1ef5fdea308163c');
});

it('makes another file of another text', async () => {
  expect(sha256(await rebuild(TEXT.slice(1)))).not.toBe(sha256(await rebuild(TEXT)));
});
