/**
 * The built-in baseline: hashed character n-grams, any script, no model, no network, no randomness.
 *
 * Near means shared spelling. It is `lexical`: from such a vector of a short text its digits and names can be read
 * back, so callers match unreleased short texts by their face only (decisions 1.4). Arithmetic is limited to
 * operations that IEEE 754 rounds exactly, so equal texts give equal bits on every machine.
 */
import { setImmediate } from 'node:timers/promises';
import { characterGrams } from './character-grams.ts';
import { checkedVector } from './checked-vector.ts';
import { EmbedConfigError } from './embed-config-error.ts';
import type { Embedder } from './embedder.ts';
import { EmptyInputError } from './empty-input-error.ts';
import { stableHash } from './stable-hash.ts';

/** Length of the vectors of the n-gram baseline. */
export const NGRAM_DIMENSIONS = 512;

/**
 * Floor of the n-gram baseline: 95 % of unrelated SciFact passages score below it (figures in the README).
 */
export const NGRAM_FLOOR = 0.2;

/** Cap on released coarse scores of the n-gram baseline: 99 % of best scores of SciFact questions lie below it. */
export const NGRAM_SCORE_CAP = 0.6;

/**
 * Makes the n-gram embedder, model `ngram/1`.
 *
 * @param options.dimensions  16 to 4096, default 512; another length is another model, `ngram/1@<length>`
 * @throws {EmbedConfigError} when the length is out of range
 */
export function createNgramEmbedder(options: { dimensions?: number } = {}): Embedder {
  const dimensions = options.dimensions ?? NGRAM_DIMENSIONS;
  if (!Number.isInteger(dimensions) || dimensions < 16 || dimensions > 4096) {
    throw new EmbedConfigError({
      setting: 'dimensions',
      message: 'the dimensions of the n-gram embedder are not a whole number from 16 to 4096',
      help: 'leave them out to get 512',
    });
  }
  return {
    model: dimensions === NGRAM_DIMENSIONS ? 'ngram/1' : `ngram/1@${dimensions}`,
    dimensions,
    reach: 'lexical',
    defaultFloor: NGRAM_FLOOR,
    scoreCap: NGRAM_SCORE_CAP,
    async embed(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const [position, text] of texts.entries()) {
        signal?.throwIfAborted();
        if (position % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await setImmediate();
        vectors.push(ngramVector(text, dimensions, position));
      }
      signal?.throwIfAborted();
      return vectors;
    },
  };
}

function ngramVector(text: string, dimensions: number, position: number): Float32Array {
  const grams = new Map<string, { count: number; weight: number }>();
  for (const { gram, weight } of characterGrams(text)) {
    const known = grams.get(gram);
    if (known === undefined) grams.set(gram, { count: 1, weight });
    else known.count++;
  }
  if (grams.size === 0) throw new EmptyInputError({ position });
  return unit(sums(grams, dimensions, true) ?? sums(grams, dimensions, false) ?? [], dimensions, position);
}

/** Adds the grams up on their axes; null when signs cancel out to nothing. Repeats count by their square root. */
function sums(
  grams: ReadonlyMap<string, { count: number; weight: number }>,
  dimensions: number,
  signed: boolean,
): Float64Array | null {
  const axes = new Float64Array(dimensions);
  for (const [gram, { count, weight }] of grams) {
    const hash = stableHash(gram);
    const axis = hash % dimensions;
    const sign = signed && (hash & SIGN_BIT) !== 0 ? -1 : 1;
    axes[axis] = (axes[axis] ?? 0) + sign * weight * Math.sqrt(count);
  }
  return axes.some((value) => value !== 0) ? axes : null;
}

function unit(axes: ArrayLike<number>, dimensions: number, position: number): Float32Array {
  let squares = 0;
  for (let axis = 0; axis < axes.length; axis++) {
    const value = axes[axis] ?? 0;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return checkedVector(
    Float64Array.from(axes, (value) => value / length),
    dimensions,
    position,
  );
}

/** A bit above those that choose the axis. */
const SIGN_BIT = 1 << 20;
/** Other work gets its turn after so many texts. */
const TEXTS_PER_TURN = 64;
