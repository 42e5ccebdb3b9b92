/**
 * Turns texts into vectors with the rows of a model: added up, centred on the model's mean, brought to length 1.
 *
 * Arithmetic is in float64 with operations that IEEE 754 rounds exactly (the logarithm of `repeats: log` apart), in the
 * order of the text, so that equal texts give equal vectors on every machine. It knows nothing of batches or limits.
 *
 * Invariant: a vector is finite and of length 1, whatever the text.
 */
import { addRows } from './add-rows.ts';
import type { ModelFacts, Pooling } from './model-format.ts';
import type { Encoding, Tokeniser } from './tokeniser.ts';

/** A vector, and how much of the text it stands for. */
export interface StaticVector {
  /** Centred, of length 1. */
  readonly vector: Float32Array;
  /**
   * Share of the characters in words that no piece covers, 0 to 1. At 1 the vector knows spelling only: texts that share
   * character runs are near, and nothing else is.
   */
  readonly unknownShare: number;
}

/** An open model. */
export interface StaticModel {
  /** Names the vector space: name, version and the first 12 digits of the checksum, `static-multilingual/1@0123456789ab`. */
  readonly model: string;
  /** SHA-256 of the file, lower-case hexadecimal. */
  readonly sha256: string;
  /** What the model says about itself. */
  readonly facts: Readonly<ModelFacts>;
  /** The rows a text is made of, and how much of it is unknown. */
  encode(text: string): Encoding;
  /** The piece of an id of an encoding, word mark U+2581 included; `#` and a number for a bucket of n-grams. */
  pieceAt(id: number): string;
  /** The vector of a text; undefined when there is nothing in it to embed. */
  vectorOf(text: string): StaticVector | undefined;
}

/** What a model is made of once it is read. */
export interface StaticModelParts {
  readonly facts: ModelFacts;
  readonly sha256: string;
  readonly tokeniser: Tokeniser;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  readonly mean: Float32Array;
}

/** Puts a model together from its parts, which fit each other. */
export function createStaticModel({
  facts,
  sha256,
  tokeniser,
  rows,
  scales,
  mean,
}: StaticModelParts): StaticModel {
  const { dimensions, pooling } = facts;
  const weightOf = WEIGHTS[pooling.repeats];
  const matrix = { dimensions, rows, scales };
  const sum = new Float64Array(dimensions);
  /** How often each id occurs in the text at hand; zeros between texts. */
  const counts = new Int32Array(scales.length);
  let weights = new Float64Array(512);
  let different = new Int32Array(512);

  /** Adds up the rows, each different id at its first place. */
  const pool = (ids: Int32Array): void => {
    if (weights.length < ids.length) {
      weights = new Float64Array(2 * ids.length);
      different = new Int32Array(2 * ids.length);
    }
    let size = 0;
    for (const id of ids) (counts[id] as number)++;
    for (const id of ids) {
      const count = counts[id] as number;
      if (count === 0) continue;
      counts[id] = 0;
      different[size] = id;
      weights[size++] = weightOf(count);
    }
    sum.fill(0);
    addRows(matrix, different, weights, size, sum);
  };

  const centre = (): void => {
    const scale = pooling.centre === 'unit' ? 1 / lengthOf(sum) : 1;
    for (let axis = 0; axis < dimensions; axis++) {
      sum[axis] = (sum[axis] as number) * scale - (mean[axis] as number);
    }
  };

  return {
    model: `${facts.name}/${facts.version}@${sha256.slice(0, 12)}`,
    sha256,
    facts,
    encode: (text) => tokeniser.encode(text),
    pieceAt: (id) => tokeniser.pieceAt(id),
    vectorOf(text) {
      const { ids, unknown, total } = tokeniser.encode(text);
      const [first] = ids;
      if (first === undefined) return undefined;
      pool(ids);
      centre();
      const length = lengthOf(sum);
      const vector = new Float32Array(dimensions);
      // Rows that cancel out have no direction; one that depends on the text is still better than none.
      if (!(length > TINY) || !Number.isFinite(length)) vector[first % dimensions] = 1;
      else for (let axis = 0; axis < dimensions; axis++) vector[axis] = (sum[axis] as number) / length;
      return { vector, unknownShare: unknown / total };
    },
  };
}

function lengthOf(values: Float64Array): number {
  let squares = 0;
  for (let axis = 0; axis < values.length; axis++) {
    const value = values[axis] as number;
    squares += value * value;
  }
  return Math.sqrt(squares);
}

const WEIGHTS: Record<Pooling['repeats'], (count: number) => number> = {
  linear: (count) => count,
  sqrt: (count) => Math.sqrt(count),
  log: (count) => 1 + Math.log(count),
};
/** Far below what float32 rows can add up to unless they cancel out. */
const TINY = 1e-30;
