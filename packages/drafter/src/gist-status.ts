/**
 * One word for where the gist of a fragment stands, for lists and the desk.
 *
 * It says nothing about exposure: whether the fragment is asked for as `semantic` at all is another question.
 */
import type { Entity, FragmentInput } from '@archive/contract/private';
import type { StoredProjection } from '@archive/index';
import { type EntityMatcher, gistNeedsReview } from '@archive/lint';
import { isStale } from './author-context.ts';

/**
 * Where a gist stands; the first of these that holds.
 *
 * - `none`: nothing is drafted or written.
 * - `vetoed`: the author forbids it.
 * - `failed`: it does not pass the lint; the words are kept as a draft.
 * - `stale`: the text changed since; not released. A written one waits for its author, a drafted one for the next run.
 * - `outdated`: drafted by another model or under other instructions; released as it is until the next run replaces it.
 * - `needs-review`: a person has to look before it is released.
 * - `reviewed`: a person has looked.
 * - `edited`: written by the author, released without a review.
 * - `current`: drafted, released without a review.
 */
export type GistStatus =
  | 'none'
  | 'vetoed'
  | 'failed'
  | 'stale'
  | 'outdated'
  | 'needs-review'
  | 'reviewed'
  | 'edited'
  | 'current';

/** What the status may also look at. */
export interface GistStatusOptions {
  /** The drafter of the next run; without one nothing is called outdated. */
  drafter?: { readonly model: string; readonly promptVersion: string };
  /** The matcher of the work; without one `needs-review` is said only where the work requires review. */
  matcher?: EntityMatcher;
}

/** Says where the gist of a fragment stands. */
export function gistStatus(
  input: FragmentInput,
  entity: Pick<Entity, 'policy'>,
  stored: StoredProjection | undefined,
  { drafter, matcher }: GistStatusOptions = {},
): GistStatus {
  if (stored === undefined) return 'none';
  if (stored.vetoed === true) return 'vetoed';
  if (stored.lint === 'failed') return 'failed';
  if (isStale(stored, input)) return 'stale';
  if (stored.source === 'generated' && drafter !== undefined && !isMadeBy(stored, drafter)) return 'outdated';
  if (stored.review === 'reviewed') return 'reviewed';
  if (entity.policy?.requireReview === true) return 'needs-review';
  if (matcher !== undefined && gistNeedsReview(stored.gist, matcher).review) return 'needs-review';
  return stored.source === 'edited' ? 'edited' : 'current';
}

/** Whether a stored gist is of this model and these instructions. */
export function isMadeBy(
  stored: StoredProjection,
  { model, promptVersion }: { readonly model: string; readonly promptVersion: string },
): boolean {
  return stored.model === model && stored.promptVersion === promptVersion;
}
