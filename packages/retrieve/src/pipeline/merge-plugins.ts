/**
 * Merge: the boosts of the plugins, each in its own name; for what is not exposed as text only whole twentieths of plugins
 * that read what every hit shows (decisions 1.2).
 */
import { addOnGrid, isOnGrid } from '../coarse-score.ts';
import type { ReadyPlugin } from '../plugin.ts';
import type { Pooled, Stage } from './stage.ts';

/** Adds the boosts. */
export const pluginsMerge: Stage = {
  name: 'merge-plugins',
  phase: 'merge',
  failure: 'blocking',
  when: ({ question }) => question.plugins.length > 0,
  run: (state, { question }) => ({
    ...state,
    pool: state.pool.map((pooled) =>
      pooled.candidate.fragment.disclosure.exposure === 'text'
        ? boosted(pooled, question.plugins)
        : boostedOnGrid(pooled, question.plugins),
    ),
  }),
};

function boosted(pooled: Pooled, plugins: readonly ReadyPlugin[]): Pooled {
  const { fragment, entity } = pooled.candidate;
  let { score, wordless } = pooled;
  let fired: Record<string, number> | undefined;
  for (const plugin of plugins) {
    const boost = plugin.score(fragment, entity);
    if (boost === 0) continue;
    fired = { ...(fired ?? pooled.breakdown), [plugin.name]: boost };
    score += boost;
    wordless += boost;
  }
  return fired === undefined ? pooled : { ...pooled, score, wordless, breakdown: fired };
}

function boostedOnGrid(pooled: Pooled, plugins: readonly ReadyPlugin[]): Pooled {
  const { fragment, entity } = pooled.candidate;
  let { score } = pooled;
  for (const plugin of plugins) {
    if (!plugin.coarse) continue;
    const boost = plugin.score(fragment, entity);
    if (isOnGrid(boost)) score = addOnGrid(score, boost);
  }
  return score === pooled.score ? pooled : { ...pooled, score, wordless: score };
}
