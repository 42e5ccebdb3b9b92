/**
 * The numbers that every lexical score rests on: how many texts there are and how long they are.
 *
 * Counted over what is public and exposed as text, and over nothing else (decisions 1.5).
 */
import type { LexicalIndex, LexicalLane } from './lexical-port.ts';

/** Saturation of repeats (Robertson and Walker). */
export const K1 = 1.2;
/** How much length counts. */
const B = 0.75;

/** Statistics of an index. */
export interface LexicalStatistics {
  /** Texts. */
  readonly documents: number;
  /** `k1 * (1 - b + b * length / average)` by length. */
  readonly norms: Float64Array;
  /** Position of the first entry of each segment, before any renumbering. */
  readonly firsts: readonly number[];
}

const known = new WeakMap<LexicalIndex, LexicalStatistics>();

/** Works the statistics out, once. */
export function lexicalStatistics(index: LexicalIndex): LexicalStatistics {
  const found = known.get(index);
  if (found !== undefined) return found;
  const statistics = count(index);
  known.set(index, statistics);
  return statistics;
}

/** What a term that stands in so many of so many texts is worth; never negative. */
export function inverseFrequency(texts: number, holding: number): number {
  return Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));
}

/** What length does to a score. @param average  0 when there is no text: then length says nothing */
function lengthNorm(length: number, average: number): number {
  return K1 * (1 - B + B * (average === 0 ? 1 : length / average));
}

function count(index: LexicalIndex): LexicalStatistics {
  let documents = 0;
  let total = 0;
  let first = 0;
  const firsts: number[] = [];
  for (const { size, text } of index.segments) {
    firsts.push(first);
    if (index.positions === undefined) {
      documents += text.documents;
      total += text.totalLength;
    } else {
      const [texts, length] = countKept(text, index.positions.subarray(first, first + size));
      documents += texts;
      total += length;
    }
    first += size;
  }
  const average = documents === 0 ? 0 : total / documents;
  const norms = new Float64Array(LENGTHS);
  for (let length = 0; length < LENGTHS; length++) norms[length] = lengthNorm(length, average);
  return { documents, norms, firsts };
}

function countKept({ lengths }: LexicalLane, positions: Int32Array): [texts: number, length: number] {
  let texts = 0;
  let total = 0;
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] as number;
    if (length === 0 || (positions[at] as number) < 0) continue;
    texts++;
    total += length;
  }
  return [texts, total];
}

/** Lengths a lane can state, and those of a face with its gist. */
const LENGTHS = 2 * 65_536;
