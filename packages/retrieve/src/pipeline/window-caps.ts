/**
 * Window: the caps. What they let through keeps the order of the released scores.
 */
import type { Raw } from '@archive/contract';
import { RAW_NAMES } from '../columns/column-values.ts';
import { applyCaps } from '../rank.ts';
import type { Stage } from './stage.ts';

/** Cuts to the caps. */
export const capsWindow: Stage = {
  name: 'caps',
  phase: 'window',
  failure: 'blocking',
  run: (state, { question }) => {
    const { raw } = question.prepared.columns;
    const { ranked, preferred } = state;
    const chosen = applyCaps(
      preferred ?? ranked,
      question.caps,
      ({ position }) => RAW_NAMES[raw[position] as number] as Raw,
    );
    if (preferred === undefined) return { ...state, window: chosen };
    const isChosen = new Set(chosen);
    return { ...state, window: ranked.filter((row) => isChosen.has(row)) };
  },
};
