/**
 * The life cycle of gists over decisions in memory; `draftIntoFile` is the same over `projections.json`.
 */
import { carryOverProjections, type Projections, type TextPiece } from '@archive/index';
import { type DraftRun, type DraftRunOptions, runDrafts } from './draft-run.ts';
import { memoryStore } from './draft-store.ts';
import type { DraftableWork } from './draftable-work.ts';

/** What {@link draftProjections} is given. */
export interface DraftProjectionsOptions extends DraftRunOptions {
  projections: Projections;
  /** Keeps the state: called at most once a second, never twice at a time, and at the end. */
  save: (next: Projections) => Promise<void>;
  /** Fragments of the last build, by which decisions follow their text; see `carryOverProjections`. */
  previous?: readonly TextPiece[];
}

/**
 * Drafts what is asked for and not current, lints again what is there, and leaves alone what people wrote.
 *
 * Fragments that are not asked for as `semantic` are never sent. What happens to decisions whose fragment vanished is
 * what `carryOverProjections` says. A draft that fails the lint is tried once more with the reason; one that fails again
 * is stored as failed, and its fragment stays a place.
 *
 * @throws {DraftStoppedError} when the drafter fails or the signal is given; what is finished is saved before
 * @throws {PrivateDraftError} before anything is sent, when texts would leave this machine without permission
 * @throws {CarryOverError} when a decision has no place in the present split
 */
export async function draftProjections(options: DraftProjectionsOptions): Promise<DraftRun> {
  const { works, projections, previous, save, now } = options;
  const carried = carryToWorks(projections, works, { previous, at: now() });
  if (carried !== projections) await save(carried);
  return runDrafts(options, memoryStore(carried, save));
}

/** Lets decisions follow their text to the present fragments; the same object when nothing moves. */
export function carryToWorks(
  projections: Projections,
  works: readonly DraftableWork[],
  { previous = [], at }: { previous?: readonly TextPiece[] | undefined; at: string },
): Projections {
  const pieces = works.flatMap(({ fragments }) => fragments.map(({ id, text }) => ({ id, text })));
  const { content, moved, dropped } = carryOverProjections(projections, previous, pieces, { at });
  return moved.length === 0 && dropped.length === 0 ? projections : content;
}
