/**
 * The best of many under a ceiling that is asked about no more of them than could be among the best.
 *
 * Asking means reading a fragment and projecting it, which of a large archive takes longer than the search. What a ceiling
 * can leave of a score has a bound that is known without asking, so whoever could not be among the best by its bound is not
 * asked about. Of fragments that look the same the one with the lowest id that is left stands for all (decisions 1.4): they
 * are taken together.
 */
import type { RetrievalColumns } from '../index-port.ts';
import { firstOf } from './first-of.ts';

/** A row of the index with a released score. */
interface Row {
  readonly position: number;
  readonly score: number;
}

/** How rows are narrowed. */
export interface Narrowing<Before extends Row, After extends Row> {
  /** How many can be wanted; a whole number from 0, or Infinity. */
  readonly most: number;
  /** The most that can be left of the score of a row. */
  boundOf(row: Before): number;
  /** Asks the ceiling; undefined when the row is withheld. The position stays. */
  narrow(row: Before): After | undefined;
}

/**
 * Narrows rows of one layer until no other can be among the best.
 *
 * They are taken in blocks, and whether another is needed is looked at after a block: so how many are asked about does not
 * follow from the scores of single rows, which a ceiling may be there to hide.
 *
 * @returns the best `most` of what the ceiling leaves, twins dropped, by score falling and then by id
 */
export function narrowBest<Before extends Row, After extends Row>(
  rows: readonly Before[],
  { twinGroup, idRank }: Pick<RetrievalColumns, 'twinGroup' | 'idRank'>,
  { most, boundOf, narrow }: Narrowing<Before, After>,
): After[] {
  if (most <= 0) return [];
  const all = candidates(rows, twinGroup, idRank, boundOf);
  const block = 2 * most + FEW;
  // The first block decides nearly always; only where a ceiling withholds many are all put in order.
  let ordered = firstOf(all, block, inOrder);
  let best: Ranked<After>[] = [];
  for (let from = 0; from < all.length; from += block) {
    const worst = best[most - 1];
    const before = ordered[from - 1];
    if (worst !== undefined && before !== undefined && inOrder(worst, before) < 0) break;
    if (from === block) ordered = [...all].sort(inOrder);
    const left = ordered.slice(from, from + block).flatMap((candidate) => firstLeft(candidate, narrow) ?? []);
    const ranked = left.map((row) => ({ row, bound: row.score, rank: idRank[row.position] as number }));
    best = [...best, ...ranked].sort(inOrder).slice(0, most);
  }
  return best.map(({ row }) => row);
}

/** A place in the order. */
interface Placed {
  readonly bound: number;
  readonly rank: number;
}

/** A row that is left, with its place. */
interface Ranked<After> extends Placed {
  readonly row: After;
}

/** A row, or twins by id. None of them can come before the place. */
interface Candidate<Before> extends Placed {
  readonly row: Before;
  readonly twins?: readonly Before[];
}

function inOrder(a: Placed, b: Placed): number {
  return b.bound - a.bound || a.rank - b.rank;
}

function candidates<Before extends Row>(
  rows: readonly Before[],
  twinGroup: RetrievalColumns['twinGroup'],
  idRank: RetrievalColumns['idRank'],
  boundOf: (row: Before) => number,
): readonly Candidate<Before>[] {
  const rankOf = (row: Before): number => idRank[row.position] as number;
  const alone: Candidate<Before>[] = [];
  const groups = new Map<number, Before[]>();
  for (const row of rows) {
    const group = twinGroup[row.position] as number;
    if (group < 0) {
      alone.push({ row, bound: boundOf(row), rank: rankOf(row) });
      continue;
    }
    const twins = groups.get(group);
    if (twins === undefined) groups.set(group, [row]);
    else twins.push(row);
  }
  for (const twins of groups.values()) {
    twins.sort((a, b) => rankOf(a) - rankOf(b));
    const row = twins[0] as Before;
    const bound = twins.reduce((most, twin) => Math.max(most, boundOf(twin)), Number.NEGATIVE_INFINITY);
    alone.push({ row, twins, bound, rank: rankOf(row) });
  }
  return alone;
}

function firstLeft<Before, After>(
  { row, twins = [row] }: Candidate<Before>,
  narrow: (row: Before) => After | undefined,
): After | undefined {
  for (const twin of twins) {
    const left = narrow(twin);
    if (left !== undefined) return left;
  }
  return undefined;
}

/** Beyond twice as many as are wanted: in a block. */
const FEW = 16;
