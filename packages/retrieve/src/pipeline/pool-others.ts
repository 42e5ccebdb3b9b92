/**
 * Pool: what is not exposed as text and reaches the floor by its coarse score, before anybody looks at words.
 */
import { selectCoarse } from '../select/select-coarse.ts';
import type { ScoredRow } from '../select/select-best.ts';
import { type Boosts, placeIn, twentiethsOf } from '../select/boosts.ts';
import type { Asked, Stage } from './stage.ts';

/** Pools the rest. */
export const othersPool: Stage = {
  name: 'others',
  phase: 'pool',
  failure: 'blocking',
  run: (state, asked) => ({
    ...state,
    others: (asked.hasVector
      ? withVector(state.otherBoosts, asked)
      : withoutVector(state.otherBoosts, asked)
    ).map((row) => ({ ...row, wordless: row.score })),
  }),
};

function withVector(boosts: Boosts, { question, floor, cap }: Asked): ScoredRow[] {
  const { index, prepared, lanes, vectors } = question;
  return selectCoarse(
    { columns: prepared.columns, byteCodes: index.byteCodes, codes: index.codes },
    {
      positions: lanes.other,
      query: vectors.coarse,
      raised: boosts.positions,
      twentieths: twentiethsOf(boosts),
      floor,
      cap,
    },
  );
}

function withoutVector(boosts: Boosts, { question, floor, cap }: Asked): ScoredRow[] {
  const twentieths = twentiethsOf(boosts);
  const rows: ScoredRow[] = [];
  for (const position of question.lanes.other) {
    const k = placeIn(boosts.positions, position);
    const score = Math.min(k < 0 ? 0 : (twentieths[k] as number) / TWENTY, cap);
    if (score >= floor) rows.push({ position, cosine: 0, score });
  }
  return rows;
}

const TWENTY = 20;
