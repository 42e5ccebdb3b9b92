/**
 * The best of what is exposed as text, by exact scores.
 *
 * Rows are exact there, by rule; one that an index coded all the same is measured on its own.
 */
import type { Question } from '../rank.ts';
import { bitsAt, byKindOfRow, signEstimate } from '../similarity.ts';
import type { RetrievalCodes } from '../index-port.ts';
import { type Boosts, placeIn, plainScores } from './boosts.ts';
import type { LaneScores } from './lane-scores.ts';
import { type LaneSelection, type ScoredRow, selectBest } from './select-best.ts';

/**
 * Selects among the fragments exposed as text that passed the filters.
 *
 * @param scores  default: the cosine and the boosts
 */
export function selectText(
  {
    index,
    prepared: { columns },
    vectors,
    lanes,
  }: Pick<Question, 'index' | 'prepared' | 'vectors' | 'lanes'>,
  boosts: Boosts,
  floor: number,
  most: number,
  scores: LaneScores = plainScores(boosts),
): LaneSelection {
  const { exact, coded } = byKindOfRow(columns, lanes.text);
  const query = vectors.text;
  const found = selectBest(
    { columns, byteCodes: index.byteCodes },
    { positions: exact, query, scores, floor, most },
  );
  if (coded.length === 0) return found;
  const estimate = signEstimate(index.codes as RetrievalCodes, query);
  const others: ScoredRow[] = [];
  for (const position of coded) {
    const cosine = estimate(bitsAt(columns, position));
    const k = placeIn(scores.positions, position);
    const plain = scores.base === undefined ? cosine : scores.base(cosine);
    const score = k < 0 ? plain : scores.at(k, cosine);
    if (score >= floor) others.push({ position, cosine, score });
  }
  const { idRank } = columns;
  const best = [...found.best, ...others].sort(
    (a, b) => b.score - a.score || (idRank[a.position] as number) - (idRank[b.position] as number),
  );
  return {
    best: most === Number.POSITIVE_INFINITY ? best : best.slice(0, most),
    matched: found.matched + others.length,
  };
}
