/**
 * Pool: the best of what is exposed as text, by cosine, words and boosts together; found by bounds, scored exactly.
 */
import { PUBLIC } from '../columns/column-values.ts';
import { mostOf } from '../rank.ts';
import { selectText } from '../select/select-text.ts';
import type { ScoredRow } from '../select/select-best.ts';
import { SmallestOfBest } from '../select/smallest-of-best.ts';
import { IDENTIFIER_PART, PHRASE_PART } from './literal-parts.ts';
import { DIVERSITY_POOL } from './refine-diversity.ts';
import type { Asked, PipelineState, Stage } from './stage.ts';
import { type TextScores, textScores } from './text-scores.ts';

/** Pools public text. */
export const textsPool: Stage = {
  name: 'texts',
  phase: 'pool',
  failure: 'blocking',
  run: (state, asked) => {
    const { question, floor, hasVector } = asked;
    const scores = scoresOf(state, asked);
    if (!hasVector) {
      const { best, matched } = withoutVector(question.lanes.text, scores, floor, mostTexts(asked));
      return { ...state, texts: best, textMatched: matched };
    }
    const { best, matched } = selectText(question, state.textBoosts, floor, mostTexts(asked), scores);
    return { ...state, texts: best, textMatched: matched };
  },
};

const known = new WeakMap<
  PipelineState['shares'],
  { boosts: PipelineState['textBoosts']; required: Asked['required']; scores: TextScores }
>();

/** The scores of the text lane of a search, put together once. */
export function scoresOf({ shares, textBoosts }: PipelineState, asked: Asked): TextScores {
  const { required } = asked;
  const found = known.get(shares);
  if (found?.boosts === textBoosts && found.required === required) return found.scores;
  const rule = { ...asked, hasLooked: shares.hasLooked };
  const scores = textScores(shares.text, textBoosts, rule, [
    [PHRASE_PART, required?.texts ?? NOBODY],
    [IDENTIFIER_PART, shares.identified.texts],
  ]);
  known.set(shares, { boosts: textBoosts, required, scores });
  return scores;
}

const NOBODY = new Uint32Array(0);

function mostTexts({ asksText, ranksAll, options, question }: Asked): number {
  if (asksText || ranksAll) return Number.POSITIVE_INFINITY;
  const most = mostOf(question.caps, PUBLIC);
  return options.diversity === undefined ? most : Math.max(most, DIVERSITY_POOL);
}

/**
 * The best of a lane by words and boosts alone, and how many reach the floor.
 *
 * @returns at least the `most` best, every one that reaches the floor where `most` is infinite; in the order of the lane
 */
function withoutVector(
  lane: Uint32Array,
  { positions, at }: TextScores,
  floor: number,
  most: number,
): { best: ScoredRow[]; matched: number } {
  const found = new Uint32Array(floor > 0 ? positions.length : lane.length);
  const scores = new Float64Array(found.length);
  const bar = new SmallestOfBest(Math.max(1, most));
  let matched = 0;
  const take = (position: number, score: number): void => {
    if (score < floor) return;
    found[matched] = position;
    scores[matched] = score;
    matched += 1;
    if (most !== Number.POSITIVE_INFINITY) bar.push(score);
  };
  if (floor > 0) eachInLane(lane, positions, (position, k) => take(position, at(k, 0)));
  else {
    let k = 0;
    for (const position of lane) {
      while ((positions[k] ?? Number.POSITIVE_INFINITY) < position) k += 1;
      take(position, positions[k] === position ? at(k, 0) : 0);
    }
  }
  const best: ScoredRow[] = [];
  for (let n = 0; n < matched && most > 0; n++) {
    const score = scores[n] as number;
    if (score >= bar.bar) best.push({ position: found[n] as number, cosine: 0, score });
  }
  return { best, matched };
}

/** Those that have a share or a boost and are in the lane: nothing else reaches a floor above 0. */
function eachInLane(
  lane: Uint32Array,
  positions: Uint32Array,
  visit: (position: number, k: number) => void,
): void {
  let next = 0;
  for (let k = 0; k < positions.length; k++) {
    const position = positions[k] as number;
    while (next < lane.length && (lane[next] as number) < position) next += 1;
    if (next === lane.length) return;
    if (lane[next] === position) visit(position, k);
  }
}
