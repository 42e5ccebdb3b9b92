/**
 * Refine: among the best public hits, passages of one work beyond its first ones give way to those of others.
 *
 * They go behind everything else that is ranked, so that the caps reach them last; whatever is cut, the order of what is
 * returned stays that of the released scores. Hits of private works keep their place.
 */
import { PUBLIC } from '../columns/column-values.ts';
import { mostOf } from '../rank.ts';
import type { PooledRow, Stage } from './stage.ts';

/** How many public hits are looked at, best first, or as many as the caps let through if that is more. */
export const DIVERSITY_POOL = 200;

/** Makes room for other works. */
export const diversityStage: Stage = {
  name: 'diversity',
  phase: 'refine',
  failure: 'blocking',
  when: ({ options }) => options.diversity !== undefined,
  run: (state, { options, question }) => {
    const perWork = options.diversity?.perWork ?? Number.POSITIVE_INFINITY;
    const { raw, work } = question.prepared.columns;
    const seen = new Map<number, number>();
    let left = Math.max(mostOf(question.caps, PUBLIC), DIVERSITY_POOL);
    const [first, later]: [PooledRow[], PooledRow[]] = [[], []];
    for (const row of state.ranked) {
      if (raw[row.position] !== PUBLIC) {
        first.push(row);
        continue;
      }
      if (left-- <= 0) continue;
      const number = work[row.position] as number;
      const before = seen.get(number) ?? 0;
      seen.set(number, before + 1);
      (before < perWork ? first : later).push(row);
    }
    return { ...state, preferred: [...first, ...later] };
  },
};
