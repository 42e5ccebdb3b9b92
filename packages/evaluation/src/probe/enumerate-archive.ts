/**
 * How much of an archive a caller who asks at random has seen after so many questions.
 */
import type { Search } from '@archive/contract';
import type { QueryTools } from '../attack/recover-vector.ts';
import type { Random } from '../attack/seeded-random.ts';
import { answerOf } from './score-oracle.ts';

/** What there is to be seen: private works that are served, their gists, and their places. */
export interface Releasable {
  /** Private works: a count, or a share from 0 to 1. */
  readonly works: number;
  /** Fragments that give a description: a count, or a share from 0 to 1. */
  readonly gists: number;
  /** Fragments that give a place, with a description or without: a count, or a share from 0 to 1. */
  readonly places: number;
}

/** Shares of it after some questions; 0 of nothing. */
export interface EnumerationPoint extends Releasable {
  /** Number of questions that the shares are of, from 0; fewer were asked when the budget was spent before. */
  readonly asked: number;
}

/** Asks at random, and says what share was seen at each of the numbers given. */
export async function enumerateArchive(
  tools: Pick<QueryTools, 'draw' | 'words'>,
  search: Search,
  all: Releasable,
  checkpoints: readonly number[],
  random: Random,
): Promise<EnumerationPoint[]> {
  const seen = { works: new Set<string>(), gists: new Set<string>(), places: new Set<string>() };
  const points: EnumerationPoint[] = [];
  let asked = 0;
  let spent = false;
  for (const checkpoint of checkpoints) {
    for (; asked < checkpoint && !spent; asked++) {
      const text = random.chance(0.5)
        ? `${random.pick(tools.words)} ${random.pick(tools.words)}`
        : tools.draw(random.between(3, 8));
      const answer = await answerOf(search, text, { raw: 'private' });
      if (answer === 'refused') spent = true;
      else
        for (const hit of answer.hits) {
          seen.works.add(hit.entity.id);
          seen.places.add(hit.fragmentId);
          if (hit.exposure === 'semantic') seen.gists.add(hit.fragmentId);
        }
    }
    points.push({
      asked: checkpoint,
      works: share(seen.works.size, all.works),
      gists: share(seen.gists.size, all.gists),
      places: share(seen.places.size, all.places),
    });
  }
  return points;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
