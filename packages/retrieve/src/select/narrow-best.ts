/**
 * The best of many under a ceiling that is asked about no more of them than could be among the best.
 *
 * Asking means reading a fragment and projecting it, which of a large archive takes longer than the search. What a ceiling
 * can leave of a score has a bound that is known without asking, so whoever could not be among the best by its bound is not
 * asked about. Of fragments that look the same the one with the lowest id that is left stands for all (decisions 1.4): they are taken together.
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
 * @returns the best `most` of what the ceiling leaves, twins dropped, by score falling and then by id
 */
export function narrowBest<Before extends Row, After extends Row>(
  rows: readonly Before[],
  { twinGroup, idRank }: Pick<RetrievalColumns, 'twinGroup' | 'idRank'>,
  { most, boundOf, narrow }: Narrowing<Before, After>,
): After[] {
  const best: Ranked<After>[] = [];
  if (most <= 0) return [];
  let rest = candidates(rows, twinGroup, idRank, boundOf);
  // The first few decide nearly always; only where a ceiling withholds many are all put in order.
  for (const size of [4 * most + FEW, Number.POSITIVE_INFINITY]) {
    const first = firstOf(rest, size, inOrder);
    for (const candidate of first) {
      if (best.length === most && inOrder(best[most - 1] as Ranked<After>, candidate) < 0)
        return best.map(({ row }) => row);
      const left = firstLeft(candidate, narrow);
      if (left !== undefined)
        insert(best, { row: left, bound: left.score, rank: idRank[left.position] as number }, most);
    }
    const last = first.at(-1);
    rest = last === undefined ? [] : rest.filter((candidate) => inOrder(last, candidate) < 0);
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

/** Puts into its place, and drops what comes after the last wanted. */
function insert<After>(best: Ranked<After>[], ranked: Ranked<After>, most: number): void {
  let at = best.length;
  while (at > 0 && inOrder(ranked, best[at - 1] as Ranked<After>) < 0) at -= 1;
  best.splice(at, 0, ranked);
  if (best.length > most) best.pop();
}

/** Beyond four times as many as are wanted. */
const FEW = 16;
