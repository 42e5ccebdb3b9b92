/**
 * The crossing: the only place where a ranked fragment becomes what may leave the process.
 *
 * Invariant: the hit holds exactly the fields its exposure allows, and a score that is not of a text hit is coarse.
 */
import type { EvidenceHit } from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import { coarseScore } from './coarse-score.ts';
import { toFragmentFace } from './fragment-face.ts';

/**
 * Builds the evidence hit of a scored fragment, from named fields.
 *
 * A text hit keeps its exact score and its breakdown; any other score is rounded to 0.05 and goes unexplained.
 *
 * @throws {CrossingError} when the fragment is exposed as `none` or unknown, when private text asks to cross as text,
 *   when there is no servable gist to go with `semantic`, or when work and fragment do not belong together; no message
 *   holds a value
 */
export function project(hit: ScoredHit): EvidenceHit {
  const face = toFragmentFace(hit.fragment, hit.entity);
  if (face.exposure !== 'text') return Object.assign(face, { score: coarseScore(hit.score) });
  const parts = Object.entries(hit.breakdown);
  const scored = Object.assign(face, { score: hit.score });
  return parts.length === 0 ? scored : Object.assign(scored, { breakdown: Object.fromEntries(parts) });
}
