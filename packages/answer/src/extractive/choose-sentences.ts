/**
 * Chooses which scored sentences an answer quotes, and in which order they are read.
 *
 * One at a time, the best that adds most to what was chosen (maximal marginal relevance), until the bounds are met or what
 * is left is much weaker than the best. A sentence that begins with a word pointing back takes the one before it along.
 */
import { ANSWER_MAX_SENTENCES, ANSWER_MAX_UNITS, type ExtractWeights } from './extract-weights.ts';
import type { ScoredCandidate } from './score-candidates.ts';

/** Chosen sentences in reading order: by passage, the one with the best sentence first, then as they stand there. */
export function chooseSentences(
  candidates: readonly ScoredCandidate[],
  weights: ExtractWeights,
): ScoredCandidate[] {
  const pool = candidates.toSorted(byScore);
  const best = pool[0];
  if (best === undefined) return [];
  const chosen: ScoredCandidate[] = [];
  let units = 0;
  const take = (candidate: ScoredCandidate): boolean => {
    if (chosen.length >= ANSWER_MAX_SENTENCES || units + candidate.text.length > ANSWER_MAX_UNITS)
      return false;
    chosen.push(candidate);
    units += candidate.text.length;
    return true;
  };
  const open = new Set(pool);
  while (open.size > 0 && chosen.length < ANSWER_MAX_SENTENCES) {
    let next: ScoredCandidate | undefined;
    let nextValue = Number.NEGATIVE_INFINITY;
    for (const candidate of open) {
      const like = Math.max(0, ...chosen.map((other) => likeness(candidate.terms, other.terms)));
      if (like > SAME) open.delete(candidate);
      const value = like > SAME ? Number.NEGATIVE_INFINITY : candidate.score - weights.likeness * like;
      if (value > nextValue) [next, nextValue] = [candidate, value];
    }
    if (next === undefined || next.score < weights.keepShare * best.score) break;
    open.delete(next);
    if (!take(next)) continue;
    const before = POINTS_BACK.test(next.text) ? predecessor(next, candidates) : undefined;
    if (before !== undefined && open.delete(before)) take(before);
  }
  return inReadingOrder(chosen);
}

/** Higher score first; equal ones by rank of the hit, then by place. */
function byScore(a: ScoredCandidate, b: ScoredCandidate): number {
  return b.score - a.score || a.rank - b.rank || a.at - b.at;
}

function predecessor(
  { hit, at, block }: ScoredCandidate,
  candidates: readonly ScoredCandidate[],
): ScoredCandidate | undefined {
  return candidates.find((other) => other.hit === hit && other.at === at - 1 && other.block === block);
}

function inReadingOrder(chosen: readonly ScoredCandidate[]): ScoredCandidate[] {
  const order = [...new Set(chosen.map(({ rank }) => rank))];
  return chosen.toSorted((a, b) => order.indexOf(a.rank) - order.indexOf(b.rank) || a.at - b.at);
}

/** Shared over all terms (Jaccard), 0 to 1; equal texts without terms are not told apart. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)];
  let shared = 0;
  for (const term of first) if (second.has(term)) shared++;
  const all = first.size + second.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Likeness from which two sentences say the same. */
const SAME = 0.7;
const POINTS_BACK =
  /^["'“‘«「『(]*(?:(?:It|Its|They|Their|Them|He|She|His|Her|This|These|That|Those|Such|Both|Er|Sie|Dies|Diese|Dieser|Il|Elle|Ils|Elles|Cela|Esto|Ésta|Éste)\b|これ|それ|この|その|あれ|彼|这|那|他|她|它|其)/u;
