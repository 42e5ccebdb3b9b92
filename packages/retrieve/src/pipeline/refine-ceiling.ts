/**
 * Refine: asks the ceiling about each hit, and scores again what it narrows, from what is still shown.
 *
 * A hit that loses its text loses what the words of that text added; one that loses its gist keeps what its title, names
 * and authored place answer.
 */
import { askCeiling } from '../ceiling.ts';
import { coarseScore } from '../coarse-score.ts';
import { project } from '../project.ts';
import { faceScore } from './face-score.ts';
import { toScoredHit } from './scored-hit.ts';
import type { Asked, PipelineState, Pooled, Stage } from './stage.ts';

/** Narrows, and drops what is withheld. */
export const ceilingStage: Stage = {
  name: 'ceiling',
  phase: 'refine',
  failure: 'blocking',
  when: ({ options }) => options.ceiling !== undefined,
  run: (state, asked) => ({
    ...state,
    pool: state.pool.flatMap((pooled) => underCeiling(pooled, state, asked) ?? []),
  }),
};

function underCeiling(pooled: Pooled, { shares }: PipelineState, asked: Asked): Pooled | undefined {
  const { options, floor, cap } = asked;
  if (options.ceiling === undefined) return pooled;
  const allowance = askCeiling(project(toScoredHit(pooled)), options.ceiling);
  if (allowance === undefined) return undefined;
  const most = allowance.exposure;
  const { position, fragment } = pooled.candidate;
  const { exposure } = fragment.disclosure;
  if (exposure === 'text' && most === 'text') return pooled;
  const score = (): number => {
    if (allowance.atFloor) return floor;
    if (exposure === 'text') return Math.min(coarseScore(pooled.wordless), cap);
    return faceScore(
      pooled.wordless,
      shares.face(position, exposure === 'semantic' && most !== 'locator'),
      asked,
    );
  };
  const narrowed = { ...pooled, most, score: score(), breakdown: {} };
  return narrowed.score >= floor ? narrowed : undefined;
}
