/**
 * Window: the caps, after which nothing more is left out.
 *
 * With `diversity`, a public work gives way once it has so many passages in the window, as long as others have something
 * to show; what is left over fills up. The order stays that of the released scores: diversity chooses, it never reorders.
 */
import { applyCaps, type Candidate } from '../rank.ts';
import type { RankedHit, Stage } from './stage.ts';

/** Cuts to the caps. */
export const capsWindow: Stage = {
  name: 'caps',
  phase: 'window',
  failure: 'blocking',
  run: (state, { question, options }) => {
    const { diversity } = options;
    if (diversity === undefined) return { ...state, window: applyCaps(state.ranked, question.caps, rawOf) };
    const preferred = giveWay(state.ranked, diversity.perWork);
    const chosen = new Set(applyCaps(preferred, question.caps, rawOf));
    return { ...state, window: state.ranked.filter((ranked) => chosen.has(ranked)) };
  },
};

/** Puts the passages of a public work that come after its first ones behind everything else. */
function giveWay(ranked: readonly RankedHit[], perWork: number): RankedHit[] {
  const seen = new Map<string, number>();
  const [first, later]: [RankedHit[], RankedHit[]] = [[], []];
  for (const each of ranked) {
    const { entity } = each.hit;
    const count = seen.get(entity.id) ?? 0;
    seen.set(entity.id, count + 1);
    (rawOf(each) === 'public' && count >= perWork ? later : first).push(each);
  }
  return [...first, ...later];
}

function rawOf({ pooled }: { readonly pooled: { readonly candidate: Candidate } }): 'public' | 'private' {
  return pooled.candidate.fragment.disclosure.raw;
}
