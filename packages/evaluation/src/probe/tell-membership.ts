/**
 * Somebody holds a work and wants to know whether an archive has it: does a passage score higher where it has?
 *
 * Measured on the same works twice: an archive with the work, and the same archive without it.
 */
import type { Search } from '@archive/contract';
import { areaUnderCurve } from './area-under-curve.ts';
import { answerOf } from './score-oracle.ts';

/** One work, and both archives. */
export interface MembershipCase {
  /** Passages that the attacker holds. */
  readonly passages: readonly string[];
  /** The archive that has the work; a fresh budget each time. */
  present(): Search;
  /** The same archive without it. */
  absent(): Search;
}

/** Area under the curve of the best released private score: 0.5 when it cannot tell. */
export async function tellMembership(cases: readonly MembershipCase[]): Promise<number> {
  const [there, gone]: [number[], number[]] = [[], []];
  for (const { passages, present, absent } of cases) {
    there.push(await bestScore(present(), passages));
    gone.push(await bestScore(absent(), passages));
  }
  return areaUnderCurve(there, gone);
}

async function bestScore(search: Search, passages: readonly string[]): Promise<number> {
  let best = 0;
  for (const passage of passages) {
    const answer = await answerOf(search, passage, { raw: 'private' });
    if (answer !== 'refused') best = Math.max(best, ...answer.hits.map(({ score }) => score));
  }
  return best;
}
