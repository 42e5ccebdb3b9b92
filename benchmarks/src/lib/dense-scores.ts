/**
 * Scores of an encoder on a judged set: cosines of its vectors, or what is left of them in the sign bits that a served
 * index keeps of unreleased text.
 *
 * The bits are those of @archive/index; the estimate is decisions 1.3 written down once more: √(π/2)·⟨q′,s⟩/(‖q′‖·√b),
 * then the encoder's line. It is compared with the search's own in `dense-scores.test.ts`.
 */
import type { Embedder } from '@archive/embed';
import { completeCodesSpec, encodeQuery, encodeSignBits } from '@archive/index';
import { type JudgedSet, passageString } from './judged-set.ts';

/** Unit vectors of a set, in its own order. */
export interface SetVectors {
  readonly passages: readonly Float32Array[];
  readonly questions: readonly Float32Array[];
}

/** Embeds a set: passages as documents, questions as queries. */
export async function embedSet(embedder: Embedder, set: JudgedSet): Promise<SetVectors> {
  const passages = await embedder.embed(set.passages.map(passageString), { purpose: 'document' });
  const questions = await embedder.embed(
    set.questions.map(({ text }) => text),
    { purpose: 'query' },
  );
  return { passages: passages.map(unit), questions: questions.map(unit) };
}

/** Cosine of every passage with the question at a position. */
export function cosineScores({ passages, questions }: SetVectors, question: number): Float64Array {
  const asked = questions[question] as Float32Array;
  return Float64Array.from(passages, (passage) => dot(passage, asked));
}

/** The same from sign bits of the passages; prepares the bits once. */
export function signScorer(
  { passages, questions }: SetVectors,
  codes: Embedder['codes'],
): (question: number) => Float64Array {
  const spec = completeCodesSpec(passages[0]?.length ?? 0, codes ?? {});
  const rows = passages.map((passage) => signs(encodeSignBits(passage, spec), spec.bits));
  return (question) => {
    const asked = encodeQuery(questions[question] as Float32Array, spec);
    const scale = Math.sqrt(Math.PI / 2) / (Math.sqrt(dot(asked, asked)) * Math.sqrt(spec.bits));
    return Float64Array.from(rows, (row) => spec.line.a * dot(row, asked) * scale + spec.line.c);
  };
}

/** Sum of products. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function signs(bytes: Uint8Array, bits: number): Float32Array {
  return Float32Array.from({ length: bits }, (_, bit) =>
    ((bytes[bit >> 3] as number) & (1 << (bit & 7))) === 0 ? -1 : 1,
  );
}
