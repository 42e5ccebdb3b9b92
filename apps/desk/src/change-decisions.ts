/**
 * Carries out what the author asks for: through the actions of @archive/drafter, on the fragments as the page saw them.
 *
 * A fragment that somebody else decided about since is not touched: then nothing at all is written and the page is told
 * what changed. What others decided about other fragments stays. Of many fragments those an action cannot apply to are
 * left as they are and named; of one, the refusal is the answer.
 */
import { isDeepStrictEqual } from 'node:util';
import { ArchiveError, renderLocatorLabel } from '@archive/contract';
import {
  acceptGist,
  clearExposure,
  editGist,
  reviewGist,
  setExposure,
  unvetoGist,
  vetoGist,
} from '@archive/drafter';
import type { Projections } from '@archive/index';
import { PublicSafeLintError } from '@archive/lint';
import { decisionOf } from './decisions-store.ts';
import type { ActReply, ActRequest, ConflictView } from './desk-api.ts';
import { DeskError } from './desk-error.ts';
import type { DeskWork } from './desk-work.ts';
import { entryView } from './fragment-view.ts';
import { checkGist } from './gist-check.ts';

/** A fragment and the work it is in. */
export interface PlacedFragment {
  id: string;
  at: number;
  work: DeskWork;
}

/** What a change left behind. */
export interface Changed {
  next: Projections;
  /** Fragments that are decided about otherwise now. */
  changedIds: string[];
  skipped: ActReply['skipped'];
}

/** The label of a fragment, for sentences about it. */
function labelOf({ work, at }: PlacedFragment): string {
  return renderLocatorLabel(work.fragments[at]?.locator ?? []);
}

/**
 * Refuses a change to fragments that are not as the page saw them.
 *
 * @param seen  what the page saw; undefined when that state is no longer known, and then every fragment is in doubt
 * @throws {DeskError} `conflict`
 */
export function refuseConflicts(
  targets: readonly PlacedFragment[],
  seen: Projections | undefined,
  now: Projections,
): void {
  const conflicts = targets.flatMap((target): ConflictView[] => {
    const before = seen === undefined ? undefined : decisionOf(seen, target.id);
    const present = decisionOf(now, target.id);
    if (before !== undefined && isDeepStrictEqual(before, present)) return [];
    return [
      {
        id: target.id,
        label: labelOf(target),
        ...(before?.projection === undefined ? {} : { before: entryView(before.projection) }),
        ...(present.projection === undefined ? {} : { now: entryView(present.projection) }),
      },
    ];
  });
  if (conflicts.length === 0) return;
  throw new DeskError('conflict', 'the decisions were changed elsewhere since this page saw them', {
    help: 'look at what changed, then decide again',
    details: { conflict: conflicts },
  });
}

/** Applies an action to fragments. @throws {DeskError} `refused` when it is about one fragment and cannot apply to it */
export function applyAction(
  request: ActRequest,
  targets: readonly PlacedFragment[],
  now: Projections,
  at: string,
): Changed {
  const changed: Changed = { next: now, changedIds: [], skipped: [] };
  for (const target of targets) {
    try {
      const next = applyToOne(request, target, changed.next, at);
      if (next !== changed.next) changed.changedIds.push(target.id);
      changed.next = next;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      if (targets.length === 1) throw refusal(error, request, target, now);
      changed.skipped.push({ id: target.id, label: labelOf(target), reason: reasonOf(error, target.work) });
    }
  }
  return changed;
}

function applyToOne(
  request: ActRequest,
  { id, work }: PlacedFragment,
  now: Projections,
  at: string,
): Projections {
  const context = work.context(at);
  switch (request.action) {
    case 'edit':
      return editGist(now, id, request.gist, context, { reviewed: request.reviewed === true });
    case 'veto':
      return vetoGist(now, id, context);
    case 'unveto':
      return unvetoGist(now, id, context);
    case 'accept':
      return acceptGist(now, id, context);
    case 'review':
      return reviewGist(now, id, context);
    case 'set-exposure':
      return setExposure(now, id, request.exposure, context);
    case 'clear-exposure':
      return clearExposure(now, id, context);
  }
}

function refusal(
  error: ArchiveError,
  request: ActRequest,
  { id, at, work }: PlacedFragment,
  now: Projections,
): DeskError {
  const input = work.fragments[at];
  const stored = now.projections[id];
  const words =
    request.action === 'edit'
      ? request.gist
      : stored === undefined
        ? ''
        : stored.lint === 'passed'
          ? stored.gist
          : stored.draft;
  return new DeskError('refused', reasonOf(error, work), {
    help: error.help,
    cause: error,
    ...(error instanceof PublicSafeLintError && input !== undefined
      ? { details: { check: checkGist(words, input, work) } }
      : {}),
  });
}

/** The sentence of an error without the file it names: the page shows which fragment it is about, a log may not know it. */
function reasonOf({ message }: ArchiveError, { reading }: DeskWork): string {
  const prefix = `${reading.file}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
