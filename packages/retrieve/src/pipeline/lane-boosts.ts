/**
 * Lane: what the plugins add, by position; for what is not exposed as text only those that read what every hit shows
 * (decisions 1.2).
 */
import { boostsOf } from '../select/boosts.ts';
import type { Stage } from './stage.ts';

/** Asks the plugins. */
export const boostsLane: Stage = {
  name: 'boosts',
  phase: 'lane',
  failure: 'blocking',
  run: (state, { question: { plugins, prepared, lanes } }) => ({
    ...state,
    textBoosts: boostsOf(plugins, prepared, lanes.text),
    otherBoosts: boostsOf(
      plugins.filter(({ coarse }) => coarse),
      prepared,
      lanes.other,
    ),
  }),
};
