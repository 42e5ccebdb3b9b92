/**
 * What the hybrid search says of private fragments, worked out from what the plain one says and from their faces.
 *
 * Whoever can work an answer out learns nothing from it. Faces are released anyway, and what a question shares with one is
 * told by searches that are given no vector. Those see no private text, because an index that is served holds none.
 */
import type { EvidenceHit } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import { readQuerySyntax, searchWithCounts } from '@archive/retrieve';

/** A question as a server asks it; the vector is that of its words without syntax. */
export interface AskedQuestion {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Where scores of private fragments begin and end. */
export interface PrivateScale {
  readonly floor: number;
  readonly cap: number;
}

/** Released score by fragment id, of private fragments. */
export type PrivateScores = ReadonlyMap<string, number>;

/** Both answers, and what the hybrid one must be for whoever knows the plain one. */
export interface ComparedScores {
  readonly plain: PrivateScores;
  readonly hybrid: PrivateScores;
  readonly simulated: PrivateScores;
}

/** Asks an index in both profiles, without limits. */
export function comparedScores(
  index: ServedIndex,
  { text, vector }: AskedQuestion,
  { floor, cap }: PrivateScale,
): ComparedScores {
  const scores = (asked: string, by: Float32Array | undefined, from: number, to: number, hybrid = true) =>
    scoresOf(
      searchWithCounts(by, asked, index, {
        limit: Number.POSITIVE_INFINITY,
        filters: { raw: 'private', exposure: ['semantic', 'locator'] },
        scoreFloor: from,
        scoreCap: to,
        profile: hybrid ? 'hybrid' : 'plain',
      }).hits,
    );
  const plain = scores(readQuerySyntax(text).plain, vector, floor, cap, false);
  return {
    plain,
    hybrid: scores(text, vector, floor, cap),
    // From 0 on everything is found that a phrase leaves, and its score is what its face earns; from the floor on, what is
    // found by its face alone.
    simulated: simulated(
      plain,
      { earned: scores(text, undefined, 0, 1), found: scores(text, undefined, floor, cap) },
      cap,
    ),
  };
}

/** Of the plain answer what a phrase leaves, each score with what its face earns, up to the cap; and what its face finds. */
function simulated(
  plain: PrivateScores,
  { earned, found }: { earned: PrivateScores; found: PrivateScores },
  cap: number,
): PrivateScores {
  const scores = new Map(found);
  for (const [id, score] of plain) {
    const more = earned.get(id);
    if (more === undefined) continue;
    const all = more === LITERAL ? LITERAL : score + more;
    scores.set(id, Math.min(Math.round(all * 20), Math.floor(cap * 20 + 1e-9), 19) / 20);
  }
  return scores;
}

function scoresOf(hits: readonly EvidenceHit[]): PrivateScores {
  return new Map(hits.map(({ fragmentId, score }) => [fragmentId, score]));
}

/** Score of a face that states the identifier which was asked for. */
const LITERAL = 0.95;
