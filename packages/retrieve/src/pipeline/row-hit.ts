/**
 * A row as the crossing, a ceiling and the passes over a ranked list see it: every number in it is a released one.
 */
import type { ScoredHit } from '@archive/contract/private';
import { TEXT } from '../columns/column-values.ts';
import { scoresOf } from './pool-texts.ts';
import type { Asked, PipelineState, PooledRow } from './stage.ts';

/** Reads the fragment of a row and makes its hit. */
export function hitOfRow(row: PooledRow, state: PipelineState, asked: Asked): ScoredHit {
  if (row.hit !== undefined) return row.hit;
  const { position, cosine, score } = row;
  const { prepared } = asked.question;
  const isText = prepared.columns.exposure[position] === TEXT;
  const breakdown = isText ? scoresOf(state, asked).breakdownAt(position, cosine) : {};
  return { ...prepared.read(position), cosine, score, breakdown };
}
