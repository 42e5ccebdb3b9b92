/**
 * A model to attack where none ships: every word a random row, shorter for frequent words as static models make them.
 */
import type { Embedder } from '@archive/embed';
import { type ReadableModel, tableModel } from '@archive/evaluation';
import { normalizeWords } from '@archive/text';
import type { InversionCorpus } from './inversion-corpus.ts';
import { createRandom } from './seeded-random.ts';

/** Makes the model for the words of a corpus; 256 dimensions. */
export function standInModel(
  { read, vocabulary }: InversionCorpus,
  seed: number,
): ReadableModel & { embedder: Embedder } {
  const random = createRandom(seed);
  const counts = new Map<string, number>();
  for (const word of read.flat().flatMap((running) => normalizeWords(running)))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const rows = new Map(
    vocabulary.map((word): [string, Float64Array] => {
      const weight = RARE / (RARE + (counts.get(word) ?? 0) / total);
      return [word, Float64Array.from({ length: 256 }, () => weight * (random.next() + random.next() - 1))];
    }),
  );
  const model = tableModel(rows, 256);
  return { ...model, embedder: { ...model.embedder, reach: 'semantic' } };
}

/** Words as frequent as this count half (smooth inverse frequency, Arora et al. 2017). */
const RARE = 1e-3;
