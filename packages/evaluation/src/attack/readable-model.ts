/**
 * A model as someone reads it who wants to turn vectors back into words: what each word adds, and how it is centred.
 *
 * Three readings: a table (for checks), the file of a static model by its published format, and any embedder from outside,
 * of which only the vectors of single words are known.
 */
import type { ProbeEmbedder } from './probe-embedder.ts';
import { dot, lengthOf } from './small-linear-algebra.ts';

/** What an attacker knows of a model. */
export interface ReadableModel {
  /** What questions are embedded with. */
  readonly embedder: ProbeEmbedder;
  /** Length of every vector and row, from 1. */
  readonly dimensions: number;
  /** What one occurrence of a text adds to the sum, before centring; zero when it adds nothing. */
  rowOf(word: string): Float64Array;
  /**
   * Undoes the centring: the sum of a text at length 1, from its vector or an estimate of it, and how far one unit of the
   * vector reaches there.
   */
  uncentre(vector: ArrayLike<number>): { sum: Float64Array; reach: number };
  /** The vector of a sum. */
  centre(sum: ArrayLike<number>): Float64Array;
}

/** An embedder that also says of which rows it makes a text. */
export interface RowEmbedder extends ProbeEmbedder {
  /** Rows a text is made of, each by its place in the table, from 0. */
  encode(text: string): { readonly ids: ArrayLike<number> };
}

/** Reads a static model (`.asm`) from the bytes of its file, as its format is published. */
export function readStaticModel(bytes: Uint8Array, embedder: RowEmbedder): ReadableModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = view.getUint32(MAGIC_LENGTH, true);
  let json = '';
  for (let at = 0; at < headerLength; at++)
    json += String.fromCharCode(bytes[MAGIC_LENGTH + 4 + at] as number);
  const { dimensions, pooling, sections } = JSON.parse(json) as {
    dimensions: number;
    pooling: { centre: 'unit' | 'sum' };
    sections: Record<'rows' | 'scales' | 'mean', { offset: number }>;
  };
  const floatAt = ({ offset }: { offset: number }, at: number): number =>
    view.getFloat32(offset + 4 * at, true);
  const mean = Float64Array.from({ length: dimensions }, (_, at) => floatAt(sections.mean, at));
  return {
    embedder,
    dimensions,
    rowOf(word) {
      const row = new Float64Array(dimensions);
      for (const id of Array.from(embedder.encode(word).ids)) {
        const scale = floatAt(sections.scales, id);
        const first = sections.rows.offset + id * dimensions;
        for (let axis = 0; axis < dimensions; axis++)
          row[axis] = (row[axis] as number) + scale * view.getInt8(first + axis);
      }
      return row;
    },
    ...centring(pooling.centre === 'unit' ? mean : new Float64Array(dimensions)),
  };
}

/** Takes any embedder as a sum of the vectors of words, which holds more or less. */
export async function readFromOutside(
  embedder: ProbeEmbedder,
  words: readonly string[],
): Promise<ReadableModel> {
  const rows = new Map<string, ArrayLike<number>>();
  for (let from = 0; from < words.length; from += WORDS_AT_ONCE) {
    const some = words.slice(from, from + WORDS_AT_ONCE);
    const vectors = await embedder.embed(some, { purpose: 'document' });
    for (const [at, word] of some.entries()) rows.set(word, vectors[at] ?? []);
  }
  return { ...tableModel(rows, embedder.dimensions), embedder };
}

/** A model of a table: each word has its row, nothing is centred. */
export function tableModel(rows: ReadonlyMap<string, ArrayLike<number>>, dimensions: number): ReadableModel {
  const rowOf = (word: string): Float64Array =>
    Float64Array.from(rows.get(word) ?? new Float64Array(dimensions));
  return {
    dimensions,
    rowOf,
    ...centring(new Float64Array(dimensions)),
    embedder: {
      model: 'table/1',
      dimensions,
      embed: async (texts) =>
        texts.map((text) => {
          const sum = new Float64Array(dimensions);
          for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
            for (const [axis, value] of rowOf(word).entries()) sum[axis] = (sum[axis] as number) + value;
          const length = lengthOf(sum);
          return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
        }),
    },
  };
}

/** `u = s·v + mean` with the one positive `s` that makes `u` a unit vector, as it was before the mean was taken off. */
function centring(mean: Float64Array): Pick<ReadableModel, 'uncentre' | 'centre'> {
  return {
    uncentre(vector) {
      const along = dot(vector, mean) / lengthOf(vector);
      const reach = -along + Math.sqrt(Math.max(0, along * along + 1 - dot(mean, mean)));
      return { sum: mean.map((value, axis) => reach * (vector[axis] as number) + value), reach };
    },
    centre(sum) {
      const length = lengthOf(sum);
      const off = mean.map((value, axis) => (sum[axis] as number) / length - value);
      const rest = lengthOf(off);
      return off.map((value) => value / rest);
    },
  };
}

const MAGIC_LENGTH = 4;
const WORDS_AT_ONCE = 512;
