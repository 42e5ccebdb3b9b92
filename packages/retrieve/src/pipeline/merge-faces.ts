/**
 * Merge: the words of faces and released gists, for what is not exposed as text.
 */
import { SEMANTIC } from '../columns/column-values.ts';
import { placeIn } from '../select/boosts.ts';
import { faceScore } from './face-score.ts';
import type { PooledRow, Stage } from './stage.ts';
import type { WordShares } from './word-shares.ts';

/** Adds what words say of what is not exposed as text. */
export const facesMerge: Stage = {
  name: 'faces',
  phase: 'merge',
  failure: 'blocking',
  run: (state, asked) => {
    const { face } = state.shares;
    if (face.positions.length === 0) return state;
    const { columns } = asked.question.prepared;
    const showsGist = (position: number): boolean => columns.exposure[position] === SEMANTIC;
    const others: PooledRow[] = [];
    const pooled = new Set<number>();
    for (const row of state.others) {
      pooled.add(row.position);
      const score = faceScore(row.score, faceShare(face, row.position, showsGist(row.position)), asked);
      if (score !== undefined) others.push({ ...row, score });
    }
    for (const position of admitted(face.positions, asked.question.lanes.other)) {
      if (pooled.has(position)) continue;
      const found = (gist: boolean): number | undefined =>
        faceScore(undefined, faceShare(face, position, gist), asked);
      // Where a ceiling may take the gist away, whether the rest finds it must not depend on the gist either.
      const mayNarrow = asked.options.ceiling !== undefined;
      const score = found(showsGist(position)) ?? (mayNarrow ? found(false) : undefined);
      if (score !== undefined) others.push({ position, cosine: 0, score });
    }
    return { ...state, others };
  },
};

/** The share that what is shown of a fragment answers. */
export function faceShare(face: WordShares['face'], position: number, showsGist: boolean): number {
  const k = placeIn(face.positions, position);
  if (k < 0) return 0;
  return (showsGist ? face.values : face.withoutGist)[k] as number;
}

/** Numbers that stand in both of two rising lists. */
function* admitted(a: Uint32Array, b: Uint32Array): Iterable<number> {
  let inB = 0;
  for (const number of a) {
    while ((b[inB] ?? Number.POSITIVE_INFINITY) < number) inB += 1;
    if (b[inB] === number) yield number;
  }
}
