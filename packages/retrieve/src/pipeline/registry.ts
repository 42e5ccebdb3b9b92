/**
 * The stages of a hybrid search, in their order. A new mechanism is one file and one line here.
 */
import { boostsLane } from './lane-boosts.ts';
import { wordsLane } from './lane-words.ts';
import { facesMerge } from './merge-faces.ts';
import { othersPool } from './pool-others.ts';
import { textsPool } from './pool-texts.ts';
import { ceilingStage } from './refine-ceiling.ts';
import { orderStage } from './refine-order.ts';
import { postRankStage } from './refine-post-rank.ts';
import { twinsStage } from './refine-twins.ts';
import type { Stage } from './stage.ts';
import { capsWindow } from './window-caps.ts';
import { crossWindow } from './window-cross.ts';
import { diversityStage } from './refine-diversity.ts';

/** Every stage; phases follow one another and names are unique. */
export const STAGES: readonly Stage[] = [
  wordsLane,
  boostsLane,
  textsPool,
  othersPool,
  facesMerge,
  ceilingStage,
  twinsStage,
  orderStage,
  postRankStage,
  diversityStage,
  capsWindow,
  crossWindow,
];
