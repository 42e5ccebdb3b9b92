/**
 * The best rows of a lane and how many reach the floor, without measuring every row in full.
 *
 * Bounds choose: a row whose upper bound stays below the floor, or below the score that enough rows are sure to reach, is
 * out; a row whose lower bound reaches the floor counts; every other row is settled by its exact cosine. Scores that come
 * out are exact. Invariant: the result is that of measuring and sorting everything (decisions 3.7).
 */
import type { ComparableVector } from '../query-vector.ts';
import { placeIn } from './boosts.ts';
import { type ScannedIndex, scanCosines } from './cosine-scan.ts';
import { exactCosine } from './exact-cosine.ts';
import { type LaneScores, leastCosine } from './lane-scores.ts';
import { SmallestOfBest } from './smallest-of-best.ts';

/** A row with its exact score. */
export interface ScoredRow {
  readonly position: number;
  readonly cosine: number;
  readonly score: number;
}

/** What a lane yields. */
export interface LaneSelection {
  /** At least the `most` best, score falling, ties by id; every row that reaches the floor when `most` is infinite. */
  readonly best: readonly ScoredRow[];
  /** Rows that reach the floor. */
  readonly matched: number;
}

/** What is asked of a lane. */
export interface LaneQuestion {
  /** Positions of exact rows, rising. */
  readonly positions: Uint32Array;
  readonly query: ComparableVector;
  readonly scores: LaneScores;
  /** Lowest score that counts, inclusive. */
  readonly floor: number;
  /** How many of the best are wanted: a whole number from 0, or Infinity. */
  readonly most: number;
}

/** Selects the best rows of a lane. */
export function selectBest(index: ScannedIndex, question: LaneQuestion): LaneSelection {
  const { columns } = index;
  const { positions, query, scores, floor, most } = question;
  const { base } = scores;
  const exact = (position: number): number => exactCosine(columns, position, query);
  const candidates: Candidate[] = [];
  const undecided: number[] = [];
  const bar = new SmallestOfBest(Math.max(1, most));
  const leastAtFloor = leastCosine(base, floor);
  let leastWanted = most > 0 ? leastAtFloor : Number.POSITIVE_INFINITY;
  let wanted = most > 0 ? floor : Number.POSITIVE_INFINITY;
  let sure = 0;

  const raise = (score: number): void => {
    if (most === 0 || most === Number.POSITIVE_INFINITY || !bar.push(score)) return;
    if (bar.bar <= wanted) return;
    wanted = bar.bar;
    leastWanted = leastCosine(base, wanted);
  };
  const takePlain = (position: number, estimate: number, error: number): void => {
    const [low, high] = [estimate - error, estimate + error];
    const isSure = low >= leastAtFloor;
    if (isSure) sure += 1;
    else undecided.push(position);
    if (high < leastWanted) return;
    candidates.push({ position, estimate, error, k: -1, high: base === undefined ? high : base(high) });
    if (isSure) raise(base === undefined ? low : base(low));
  };
  const takeSpecial = (position: number, k: number, estimate: number, error: number): void => {
    const high = scores.at(k, estimate + error) + slackOf(error);
    if (high < floor) return;
    const low = scores.at(k, estimate - error) - slackOf(error);
    const isSure = low >= floor;
    if (isSure) sure += 1;
    else undecided.push(position);
    if (high < wanted) return;
    candidates.push({ position, estimate, error, k, high });
    if (isSure) raise(low);
  };

  const placeOf = (position: number): number =>
    scores.positions.length === 0 ? -1 : placeIn(scores.positions, position);
  scanCosines(index, positions, query, scores.positions, leastAtFloor, (position, estimate, error) => {
    const k = placeOf(position);
    if (k < 0) takePlain(position, estimate, error);
    else takeSpecial(position, k, estimate, error);
  });

  const scoreOf = (position: number, cosine: number): number => {
    const k = placeOf(position);
    if (k >= 0) return scores.at(k, cosine);
    return base === undefined ? cosine : base(cosine);
  };
  let matched = sure;
  for (const position of undecided) if (scoreOf(position, exact(position)) >= floor) matched += 1;
  return { best: settle(candidates, question, wanted, exact, scoreOf, columns.idRank), matched };
}

/** What rounding may make a score fall by while its cosine rises; nothing where the cosine is exact. */
function slackOf(error: number): number {
  return error === 0 ? 0 : 1e-12;
}

interface Candidate {
  readonly position: number;
  readonly estimate: number;
  readonly error: number;
  readonly k: number;
  /** The most its score can be. */
  readonly high: number;
}

/** Measures candidates in full, the most promising first, until the rest cannot be among the best. */
function settle(
  candidates: Candidate[],
  { floor, most }: LaneQuestion,
  wanted: number,
  exact: (position: number) => number,
  scoreOf: (position: number, cosine: number) => number,
  idRank: Uint32Array,
): ScoredRow[] {
  const left = candidates.filter(({ high }) => high >= wanted).sort((a, b) => b.high - a.high);
  const bar = new SmallestOfBest(Math.max(1, most));
  const settled: ScoredRow[] = [];
  for (const { position, estimate, error, high } of left) {
    if (high < bar.bar) break;
    const cosine = error === 0 ? estimate : exact(position);
    const score = scoreOf(position, cosine);
    if (score < floor) continue;
    settled.push({ position, cosine, score });
    if (most !== Number.POSITIVE_INFINITY) bar.push(score);
  }
  settled.sort(
    (a, b) => b.score - a.score || (idRank[a.position] as number) - (idRank[b.position] as number),
  );
  return most === Number.POSITIVE_INFINITY ? settled : settled.slice(0, most);
}
