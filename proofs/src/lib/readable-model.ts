/**
 * A static model as someone reads it who wants to turn vectors back into words: what each word adds, and how it is centred.
 *
 * The attacker owns a copy of the model file, so this reads the file itself, rows and mean, by its published format. The
 * only code of the model that is used is what anyone has: its tokeniser and `embed`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createStaticEmbedder, staticModelPath } from '@archive/embed-static/node';
import type { Embedder } from '@archive/embed';
import { dot, lengthOf } from './small-linear-algebra.ts';

/** What an attacker knows of a model. */
export interface ReadableModel {
  readonly embedder: Embedder;
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

/** Opens the multilingual model that ships, or a file given; undefined when there is none. */
export async function openReadableModel(file = staticModelPath()): Promise<ReadableModel | undefined> {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const embedder = await createStaticEmbedder({
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const headerLength = bytes.readUInt32LE(MAGIC_LENGTH);
  const header = JSON.parse(bytes.toString('utf8', MAGIC_LENGTH + 4, MAGIC_LENGTH + 4 + headerLength)) as {
    dimensions: number;
    pooling: { centre: 'unit' | 'sum' };
    sections: Record<'rows' | 'scales' | 'mean', { offset: number; length: number }>;
  };
  const { dimensions, pooling, sections } = header;
  const floatAt = (section: { offset: number }, at: number): number =>
    bytes.readFloatLE(section.offset + 4 * at);
  const mean = Float64Array.from({ length: dimensions }, (_, at) => floatAt(sections.mean, at));
  return {
    embedder,
    dimensions,
    rowOf(word) {
      const row = new Float64Array(dimensions);
      for (const id of embedder.encode(word).ids) {
        const scale = floatAt(sections.scales, id);
        const first = sections.rows.offset + id * dimensions;
        for (let axis = 0; axis < dimensions; axis++)
          row[axis] = (row[axis] as number) + scale * bytes.readInt8(first + axis);
      }
      return row;
    },
    ...(pooling.centre === 'unit' ? centring(mean) : centring(new Float64Array(dimensions))),
  };
}

/** A model of a table, for checks: each word has its row, nothing is centred. */
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
      reach: 'semantic',
      embed: async (texts) =>
        texts.map((text) => {
          const sum = new Float64Array(dimensions);
          for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
            for (const [axis, value] of rowOf(word).entries()) sum[axis] = (sum[axis] as number) + value;
          const length = Math.sqrt(dot(sum, sum));
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
