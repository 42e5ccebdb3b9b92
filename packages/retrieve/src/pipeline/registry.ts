/**
 * The stages of a hybrid search, in their order. A new mechanism is one file and one line here.
 */
import { facesMerge } from './merge-faces.ts';
import { pluginsMerge } from './merge-plugins.ts';
import { wordsMerge } from './merge-words.ts';
import { poolOpen } from './pool-open.ts';
import { ceilingStage } from './refine-ceiling.ts';
import { floorStage } from './refine-floor.ts';
import { orderStage } from './refine-order.ts';
import { postRankStage } from './refine-post-rank.ts';
import { twinsStage } from './refine-twins.ts';
import type { Stage } from './stage.ts';
import { vectorsLane } from './lane-vectors.ts';
import { wordsLane } from './lane-words.ts';
import { capsWindow } from './window-caps.ts';
import { crossWindow } from './window-cross.ts';

/** Every stage; phases follow one another and names are unique. */
export const STAGES: readonly Stage[] = [
  vectorsLane,
  wordsLane,
  poolOpen,
  wordsMerge,
  pluginsMerge,
  facesMerge,
  floorStage,
  ceilingStage,
  twinsStage,
  orderStage,
  postRankStage,
  capsWindow,
  crossWindow,
];
