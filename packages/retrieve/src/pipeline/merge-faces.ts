/**
 * Merge: the words of faces and released gists, for what is not exposed as text.
 */
import { isSpared } from '../ceiling-cover.ts';
import { SEMANTIC } from '../columns/column-values.ts';
import { placeIn } from '../select/boosts.ts';
import { type FaceAnswer, faceScore } from './face-score.ts';
import type { Asked, PipelineState, PooledRow, Stage } from './stage.ts';

/** Adds what words say of what is not exposed as text. */
export const facesMerge: Stage = {
  name: 'faces',
  phase: 'merge',
  failure: 'blocking',
  run: (state, asked) => {
    const { face } = state.shares;
    if (face.positions.length === 0 && asked.required === undefined) return state;
    const { columns } = asked.question.prepared;
    const showsGist = (position: number): boolean => columns.exposure[position] === SEMANTIC;
    const others: PooledRow[] = [];
    const pooled = new Set<number>();
    for (const row of state.others) {
      pooled.add(row.position);
      const score = faceScore(
        row.score,
        faceAnswer(state, asked, row.position, showsGist(row.position)),
        asked,
      );
      if (score !== undefined) others.push({ ...row, score });
    }
    const { other } = asked.question.lanes;
    // Of those that hold a phrase each is found; else those whose words may.
    const found = asked.required === undefined ? admitted(face.positions, other) : other;
    for (const position of found) {
      if (pooled.has(position)) continue;
      const scoreWith = (gist: boolean): number | undefined =>
        faceScore(undefined, faceAnswer(state, asked, position, gist), asked);
      // Where a ceiling may take the gist away, whether the rest finds it must not depend on the gist either.
      const mayNarrow = !isSpared(asked.options, columns, position);
      const score = scoreWith(showsGist(position)) ?? (mayNarrow ? scoreWith(false) : undefined);
      if (score !== undefined) others.push({ position, cosine: 0, score });
    }
    return { ...state, others };
  },
};

/** How what is shown of a fragment answers a question whose phrases it holds. */
export function faceAnswer(
  { shares: { face, identified } }: PipelineState,
  { required }: Asked,
  position: number,
  showsGist: boolean,
): FaceAnswer {
  const k = placeIn(face.positions, position);
  const share = k < 0 ? 0 : ((showsGist ? face.values : face.withoutGist)[k] as number);
  const isIdentified = placeIn(identified.faces, position) >= 0;
  return { share, isLiteral: required !== undefined || isIdentified };
}

/** Numbers that stand in both of two rising lists. */
function* admitted(a: Uint32Array, b: Uint32Array): Iterable<number> {
  let inB = 0;
  for (const number of a) {
    while ((b[inB] ?? Number.POSITIVE_INFINITY) < number) inB += 1;
    if (b[inB] === number) yield number;
  }
}
