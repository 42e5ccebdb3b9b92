/**
 * A seeded stand-in for a semantic model: a text is the sum of one random direction per word.
 *
 * Declares `reach: 'semantic'`, so that code for semantic models (windows, sign bits) can be tested without one.
 * Texts that share words are near each other; words never resemble one another by spelling.
 */
import { checkedVector } from '../checked-vector.ts';
import type { Embedder } from '../embedder.ts';
import { EmptyInputError } from '../empty-input-error.ts';
import { stableHash } from '../stable-hash.ts';

/** Settings of {@link createTestEmbedder}. */
export interface TestEmbedderOptions {
  /** Default 1; another seed is another model. */
  seed?: number;
  /** Default 64. */
  dimensions?: number;
  /** Host it claims to send text to; it never does. */
  host?: string;
  /** Groups of words that count as one word. */
  synonyms?: readonly (readonly string[])[];
}

/** Makes a deterministic embedder, model `test/<seed>`, that needs no model and no network. */
export function createTestEmbedder(options: TestEmbedderOptions = {}): Embedder {
  const { seed = 1, dimensions = 64, host, synonyms = [] } = options;
  const representative = new Map(synonyms.flatMap((group) => group.map((word) => [word, group[0] ?? word])));
  const directions = new Map<string, Float64Array>();
  const directionOf = (word: string): Float64Array => {
    const known = directions.get(word);
    if (known !== undefined) return known;
    const made = randomDirection(stableHash(word, seed), dimensions);
    directions.set(word, made);
    return made;
  };
  return {
    model: `test/${seed}`,
    dimensions,
    reach: 'semantic',
    ...(host === undefined ? {} : { host }),
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      return texts.map((text, position) => {
        const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
        if (words.length === 0) throw new EmptyInputError({ position });
        const sum = new Float64Array(dimensions);
        for (const word of words) {
          for (const [axis, value] of directionOf(representative.get(word) ?? word).entries()) {
            sum[axis] = (sum[axis] ?? 0) + value;
          }
        }
        const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
        return checkedVector(
          sum.map((value) => value / length),
          dimensions,
          position,
        );
      });
    },
  };
}

/** Numbers that are uniform in (−1, 1), by repeated hashing; no clock, no `Math.random`. */
function randomDirection(seed: number, dimensions: number): Float64Array {
  return Float64Array.from(
    { length: dimensions },
    (_, axis) => (stableHash(`${seed}:${axis}`) + 0.5) / 2 ** 31 - 1,
  );
}

const WORD =
  /\p{Script=Han}|[\p{Script=Hiragana}ー]+|[\p{Script=Katakana}ー]+|[\p{L}\p{M}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{M}\p{N}]|$)/gu;
