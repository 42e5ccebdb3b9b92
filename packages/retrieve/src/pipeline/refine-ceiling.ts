/**
 * Refine: asks the ceiling about each hit, and scores again what it narrows, from what is still shown.
 *
 * A hit that loses its text loses what the words of that text added; one that loses its gist keeps what its title, names
 * and authored place answer. One that no longer shows a demanded phrase is not there.
 */
import { askCeiling } from '../ceiling.ts';
import { coarseScore } from '../coarse-score.ts';
import { SEMANTIC, TEXT } from '../columns/column-values.ts';
import { project } from '../project.ts';
import { faceScore } from './face-score.ts';
import { isStillHeld } from './literal-parts.ts';
import { faceAnswer } from './merge-faces.ts';
import { scoresOf } from './pool-texts.ts';
import { hitOfRow } from './row-hit.ts';
import type { Asked, PipelineState, PooledRow, Stage } from './stage.ts';

/** Narrows, and drops what is withheld. */
export const ceilingStage: Stage = {
  name: 'ceiling',
  phase: 'refine',
  failure: 'blocking',
  when: ({ options }) => options.ceiling !== undefined,
  run: (state, asked) => {
    const narrow = (row: PooledRow): PooledRow[] => narrowed(row, state, asked);
    if (!asked.asksText) return { ...state, others: state.others.flatMap(narrow) };
    const texts = state.texts.flatMap(narrow);
    return { ...state, texts, textMatched: texts.length, others: state.others.flatMap(narrow) };
  },
};

function narrowed(row: PooledRow, state: PipelineState, asked: Asked): PooledRow[] {
  const { options, floor, cap, question, required } = asked;
  const { exposure } = question.prepared.columns;
  if (options.ceiling === undefined) return [row];
  const hit = hitOfRow(row, state, asked);
  const allowance = askCeiling(project(hit), options.ceiling);
  if (allowance === undefined) return [];
  const { exposure: most, atFloor } = allowance;
  if (!isStillHeld(required, row.position, most)) return [];
  const isText = exposure[row.position] === TEXT;
  if (isText && most === 'text') return [{ ...row, hit }];
  const showsGist = exposure[row.position] === SEMANTIC && most !== 'locator';
  const found = isText ? placeScore() : rescored(showsGist);
  if (found === undefined || found < floor) return [];
  // A score that is fixed says nothing, whatever the cap, but only what is still shown may say that there is one.
  const score = atFloor ? floor : Math.min(found, cap);
  if (score < floor) return [];
  const cosine = coarseScore(row.cosine);
  const { fragment, entity } = hit;
  return [{ ...row, cosine, score, most, hit: { fragment, entity, cosine, score, breakdown: {} } }];

  /** Of public text that becomes a place: nothing that only its text could say. */
  function placeScore(): number {
    return coarseScore(scoresOf(state, asked).wordlessAt(row.position, row.cosine));
  }
  function rescored(gist: boolean): number | undefined {
    return faceScore(row.wordless, faceAnswer(state, asked, row.position, gist), asked);
  }
}
