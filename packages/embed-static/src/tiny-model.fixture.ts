/**
 * A model of a few hundred pieces with rows by chance, made afresh from a seed: small enough to flip every byte of it.
 */
import { createHash } from 'node:crypto';
import { loadStaticModel } from './load-model.ts';
import type { Pooling } from './model-format.ts';
import type { StaticModel } from './static-model.ts';
import type { ModelParts } from './write-model.ts';
import { writeModel } from './write-model.ts';

/** The parts of the tiny model: 16 dimensions, 32 buckets. */
export function tinyParts(pooling: Pooling = { repeats: 'linear', centre: 'unit' }): ModelParts {
  const next = uniform(20_261_130);
  const numbers = (length: number, scale: number): Float32Array =>
    Float32Array.from({ length }, () => scale * (2 * next() - 1));
  return {
    facts: {
      name: 'static-tiny',
      version: 1,
      buckets: BUCKETS,
      pooling,
      floor: 0.25,
      scoreCap: 0.75,
      line: { a: 0.9, c: 0.01 },
      languages: ['en', 'ja'],
      notes: { teacher: 'chance' },
    },
    pieces: PIECES,
    scores: Float32Array.from(PIECES, (piece) => -12 + 0.9 * piece.length - next()),
    rows: numbers((PIECES.length + BUCKETS) * DIMENSIONS, 1),
    mean: numbers(DIMENSIONS, 0.05),
  };
}

/** The file of the tiny model and its checksum. */
export async function tinyFile(
  pooling?: Pooling,
): Promise<{ bytes: Uint8Array; sha256: string; parts: ModelParts }> {
  const parts = tinyParts(pooling);
  const bytes = await writeModel(parts);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), parts };
}

/** The tiny model, opened. */
export async function tinyModel(pooling?: Pooling): Promise<StaticModel> {
  const { bytes, sha256 } = await tinyFile(pooling);
  return loadStaticModel(bytes, { sha256 });
}

/** Numbers in [0, 1) that are the same everywhere (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const DIMENSIONS = 16;
const BUCKETS = 32;
const PIECES = [
  ...'▁the ▁a ▁in ▁bell ▁harbour ▁fog ▁ring ▁test ▁re ▁un ▁über ▁שלום ▁और ▁바다 ▁x'.split(' '),
  ...'ing ed er bell bo at ter no lo gy 다'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  ...'日本 日 本 語 海 の 潮 が 満ちる 𠮷 กิน ข้าว ฉัน ชอบ 中国'.split(' '),
];
