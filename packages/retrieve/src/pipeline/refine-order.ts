/**
 * Refine: released score falling; ties: public first, then fragment id by code unit (decisions 1.1).
 */
import type { RetrievalColumns } from '../index-port.ts';
import { mostOf } from '../rank.ts';
import { RAW_NAMES } from '../columns/column-values.ts';
import { firstOf } from '../select/first-of.ts';
import { DIVERSITY_POOL } from './refine-diversity.ts';
import type { PooledRow, Stage } from './stage.ts';

/** Ranks; of what is not exposed as text only as many of each layer as the caps could let through. */
export const orderStage: Stage = {
  name: 'order',
  phase: 'refine',
  failure: 'blocking',
  run: (state, { question, ranksAll, options }) => {
    const { columns } = question.prepared;
    const compare = byReleasedScore(columns);
    const others = ranksAll
      ? state.others
      : RAW_NAMES.flatMap((_, layer) =>
          firstOf(
            state.others.filter(({ position }) => columns.raw[position] === layer),
            Math.max(mostOf(question.caps, layer), options.diversity === undefined ? 0 : DIVERSITY_POOL),
            compare,
          ),
        );
    return { ...state, ranked: [...state.texts, ...others].sort(compare) };
  },
};

function byReleasedScore({ raw, idRank }: RetrievalColumns): (a: PooledRow, b: PooledRow) => number {
  return (a, b) =>
    b.score - a.score ||
    (raw[a.position] as number) - (raw[b.position] as number) ||
    (idRank[a.position] as number) - (idRank[b.position] as number);
}
