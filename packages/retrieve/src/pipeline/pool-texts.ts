/**
 * Pool: the best of what is exposed as text, by cosine, words and boosts together; found by bounds, scored exactly.
 */
import { PUBLIC } from '../columns/column-values.ts';
import { mostOf } from '../rank.ts';
import { selectText } from '../select/select-text.ts';
import type { ScoredRow } from '../select/select-best.ts';
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
      const texts = withoutVector(question.lanes.text, scores, floor);
      return { ...state, texts, textMatched: texts.length };
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

/** Every fragment of a lane that reaches the floor by words and boosts alone. */
function withoutVector(lane: Uint32Array, { positions, at }: TextScores, floor: number): ScoredRow[] {
  const rows: ScoredRow[] = [];
  let k = 0;
  for (const position of lane) {
    while ((positions[k] ?? Number.POSITIVE_INFINITY) < position) k += 1;
    const score = positions[k] === position ? at(k, 0) : 0;
    if (score >= floor) rows.push({ position, cosine: 0, score });
  }
  return rows;
}
