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

/** What words add to the cosines of the n-gram baseline: fitted as that of our models (decision 20). */
export const NGRAM_FUSION = {
  knots: [
    [0.1, 0.1],
    [1, 3],
  ],
} as const;

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
    quick: true,
    defaultFloor: NGRAM_FLOOR,
    scoreCap: NGRAM_SCORE_CAP,
    fusion: NGRAM_FUSION,
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
  const whole = axesOf(text, dimensions);
  if (whole === undefined) throw new EmptyInputError({ position });
  const heading = headingOf(text);
  const named = heading === undefined ? undefined : axesOf(heading, dimensions);
  return unit(named === undefined ? whole : raised(whole, named), dimensions, position);
}

/** The first paragraph of a text that has more than one: what names a work stands there. */
function headingOf(text: string): string | undefined {
  const end = text.indexOf('\n\n');
  return end < 0 ? undefined : text.slice(0, end);
}

/** Adds as much of the heading as brings it to its share of the whole; nothing where it has that already. */
function raised(whole: Float64Array, heading: Float64Array): Float64Array {
  const more = (HEADING_SHARE * lengthOf(whole)) / lengthOf(heading) - 1;
  return more > 0 ? whole.map((value, axis) => value + more * (heading[axis] ?? 0)) : whole;
}

/** The axes of a text before they are scaled; undefined when it holds no run. */
function axesOf(text: string, dimensions: number): Float64Array | undefined {
  const grams = new Map<string, { count: number; weight: number }>();
  for (const { gram, weight } of characterGrams(text)) {
    const known = grams.get(gram);
    if (known === undefined) grams.set(gram, { count: 1, weight });
    else known.count++;
  }
  if (grams.size === 0) return undefined;
  return sums(grams, dimensions, true) ?? sums(grams, dimensions, false) ?? undefined;
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

function unit(axes: Float64Array, dimensions: number, position: number): Float32Array {
  const length = lengthOf(axes);
  return checkedVector(
    axes.map((value) => value / length),
    dimensions,
    position,
  );
}

function lengthOf(axes: Float64Array): number {
  let squares = 0;
  for (const value of axes) squares += value * value;
  return Math.sqrt(squares);
}

/**
 * Length of the heading against the whole, at least. Without it the title of a long text drowns in its body. Measured on
 * SciFact (train, 250 questions): nDCG@10 0.461 without, 0.487 with 0.45, 0.484 with 0.6.
 */
const HEADING_SHARE = 0.45;
/** A bit above those that choose the axis. */
const SIGN_BIT = 1 << 20;
/** Other work gets its turn after so many texts. */
const TEXTS_PER_TURN = 64;
