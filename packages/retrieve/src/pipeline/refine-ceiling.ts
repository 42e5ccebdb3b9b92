/**
 * Refine: asks the ceiling about each hit, and scores again what it narrows, from what is still shown.
 *
 * A hit that loses its text loses what the words of that text added; one that loses its gist keeps what its title, names
 * and authored place answer. One that no longer shows a demanded phrase is not there.
 */
import { askCeiling } from '../ceiling.ts';
import { isSpared } from '../ceiling-cover.ts';
import { coarseScore } from '../coarse-score.ts';
import { PRIVATE, PUBLIC, SEMANTIC, TEXT } from '../columns/column-values.ts';
import { project } from '../project.ts';
import { mostOf } from '../rank.ts';
import { narrowBest } from '../select/narrow-best.ts';
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
    const others = narrowedOthers(state, asked);
    if (!asked.asksText) return { ...state, others };
    const texts = state.texts.flatMap((row) => narrowed(row, state, asked) ?? []);
    return { ...state, texts, textMatched: texts.length, others };
  },
};

/** Everything that may be counted is asked about; of what is counted only when it is returned, no more than may be. */
function narrowedOthers(state: PipelineState, asked: Asked): PooledRow[] {
  const { options, question, ranksAll } = asked;
  const { columns } = question.prepared;
  const narrow = (row: PooledRow): PooledRow | undefined => narrowed(row, state, asked);
  const [open, hidden] = [PUBLIC, PRIVATE].map((layer) =>
    state.others.filter(({ position }) => columns.raw[position] === layer),
  ) as [PooledRow[], PooledRow[]];
  return [
    ...open.flatMap((row) => (isSpared(options, columns, row.position) ? row : (narrow(row) ?? []))),
    ...(options.privateCounts === 'returned' && !ranksAll
      ? narrowBest(hidden, columns, {
          most: mostOf(question.caps, PRIVATE),
          boundOf: (row) => mostOfFace(row, state, asked),
          narrow,
        })
      : hidden.flatMap((row) => narrow(row) ?? [])),
  ];
}

/** The most that a ceiling can leave: a face answers with its gist or without it. */
function mostOfFace({ wordless, position }: PooledRow, state: PipelineState, asked: Asked): number {
  const scoreWith = (gist: boolean): number =>
    faceScore(wordless, faceAnswer(state, asked, position, gist), asked) ?? asked.floor;
  const { exposure } = asked.question.prepared.columns;
  return exposure[position] === SEMANTIC ? Math.max(scoreWith(true), scoreWith(false)) : scoreWith(false);
}

function narrowed(row: PooledRow, state: PipelineState, asked: Asked): PooledRow | undefined {
  const { options, floor, cap, question, required } = asked;
  const { exposure } = question.prepared.columns;
  if (options.ceiling === undefined) return row;
  const hit = hitOfRow(row, state, asked);
  const allowance = askCeiling(project(hit), options.ceiling);
  if (allowance === undefined) return undefined;
  const { exposure: most, atFloor } = allowance;
  if (!isStillHeld(required, row.position, most)) return undefined;
  const isText = exposure[row.position] === TEXT;
  if (isText && most === 'text') return { ...row, hit };
  const showsGist = exposure[row.position] === SEMANTIC && most !== 'locator';
  const found = isText ? placeScore() : rescored(showsGist);
  if (found === undefined || found < floor) return undefined;
  // A score that is fixed says nothing, whatever the cap, but only what is still shown may say that there is one.
  const score = atFloor ? floor : Math.min(found, cap);
  if (score < floor) return undefined;
  const cosine = coarseScore(row.cosine);
  const { fragment, entity } = hit;
  return { ...row, cosine, score, most, hit: { fragment, entity, cosine, score, breakdown: {} } };

  /** Of public text that becomes a place: nothing that only its text could say. */
  function placeScore(): number {
    return coarseScore(scoresOf(state, asked).wordlessAt(row.position, row.cosine));
  }
  function rescored(gist: boolean): number | undefined {
    return faceScore(row.wordless, faceAnswer(state, asked, row.position, gist), asked);
  }
}
