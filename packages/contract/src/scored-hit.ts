/**
 * What the ranking core yields: internal to the process, never serialised.
 */
import type { Entity } from './entity.ts';
import type { Fragment } from './fragment.ts';

/** A fragment with its score; `score` is `cosine` plus every plugin that fired. */
export interface ScoredHit {
  fragment: Fragment;
  entity: Entity;
  /** Cosine similarity, or its estimate from sign bits. */
  cosine: number;
  score: number;
  /** `cosine` and one entry for each plugin whose value was not 0. */
  breakdown: Record<string, number>;
}
