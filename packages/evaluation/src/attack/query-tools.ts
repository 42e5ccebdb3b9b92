/**
 * What an attacker makes of their own reading before they ask: where vectors of texts lie, and words to ask with.
 */
import { drawStretch, type OwnReading } from './own-reading.ts';
import type { ReadableModel } from './readable-model.ts';
import type { QueryTools } from './recover-vector.ts';
import type { Random } from './seeded-random.ts';
import { addOuter, mirror } from './small-linear-algebra.ts';
import type { WordDictionary } from './word-dictionary.ts';

/** Prepares questions; `texts` own texts of 15 to 120 words are embedded. */
export async function prepareQueryTools(
  { read }: OwnReading,
  { embedder, dimensions }: ReadableModel,
  dictionary: WordDictionary,
  random: Random,
  texts = OWN_TEXTS,
): Promise<QueryTools> {
  const draw = (words: number): string => drawStretch(read, words, random);
  const own = await embedder.embed(Array.from({ length: texts }, () => draw(random.between(15, 120))));
  const mean = new Float64Array(dimensions);
  for (const vector of own)
    for (let axis = 0; axis < dimensions; axis++)
      mean[axis] = (mean[axis] as number) + (vector[axis] as number) / own.length;
  const covariance = new Float64Array(dimensions * dimensions);
  for (const vector of own)
    addOuter(
      covariance,
      mean.map((value, axis) => (vector[axis] as number) - value),
      1 / own.length,
    );
  mirror(covariance, dimensions);
  // Room for what the attacker's reading does not hold.
  for (let axis = 0; axis < dimensions; axis++) {
    const at = axis * dimensions + axis;
    covariance[at] = (covariance[at] as number) + 0.2 / dimensions;
  }
  const words = dictionary.words.filter((_, at) => dictionary.content[at]);
  return {
    embedder,
    mean,
    covariance,
    draw,
    words,
    vectors: await embedder.embed(words),
    floor: embedder.defaultFloor ?? 0.2,
    cap: embedder.scoreCap ?? 1,
  };
}

const OWN_TEXTS = 1_500;
