/**
 * What a ranking is worth against judgements: nDCG, recall and reciprocal rank of one question.
 *
 * As `trec_eval` counts them: gain is the grade itself, discount is log2(rank + 1), the ideal ranking holds every judged
 * passage of the set. Ranks begin at 1.
 */

/** Normalised discounted cumulative gain of the first `k` passages, 0 to 1. */
export function ndcgAt(k: number, ranked: readonly string[], judged: ReadonlyMap<string, number>): number {
  const ideal = [...judged.values()].sort((a, b) => b - a);
  const best = discounted(ideal.slice(0, k));
  return best === 0 ? 0 : discounted(ranked.slice(0, k).map((id) => judged.get(id) ?? 0)) / best;
}

/** Share of the judged passages among the first `k`, 0 to 1. */
export function recallAt(k: number, ranked: readonly string[], judged: ReadonlyMap<string, number>): number {
  return ranked.slice(0, k).filter((id) => judged.has(id)).length / judged.size;
}

/** One over the rank of the first judged passage, 0 when there is none. */
export function reciprocalRank(ranked: readonly string[], judged: ReadonlyMap<string, number>): number {
  const at = ranked.findIndex((id) => judged.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** Arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}
