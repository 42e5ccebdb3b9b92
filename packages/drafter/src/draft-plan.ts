/**
 * What a run would do, fragment by fragment, before anything is sent. Pure: nothing is asked, written or changed.
 */
import type { FragmentInput } from '@archive/contract/private';
import { projectionContentHash, type Projections } from '@archive/index';
import { ArchiveError } from '@archive/contract';
import { createOtherWorksMatcher } from '@archive/lint';
import { fingerprintOf } from './author-context.ts';
import { type DraftChange, entryDigest } from './draft-change.ts';
import type { DraftableWork } from './draftable-work.ts';
import type { Drafter } from './drafter.ts';
import { judgeFragment } from './judge-fragment.ts';
import { type WorkLint, workLint } from './work-lint.ts';

/** Which fragments a run is about. */
export interface DraftSelection {
  /** Ids of fragments or of works; everything else is left as it is. Default: all. */
  only?: ReadonlySet<string>;
  /** Drafts again what is current: everything, or these fragments and works. Never what a person wrote. */
  regenerate?: boolean | ReadonlySet<string>;
  /** UTC timestamp: what was drafted after it counts as drafted again, so that a run that was stopped goes on. */
  regenerateBefore?: string;
}

/** What a plan is made for. */
export interface DraftPlanOptions extends DraftSelection {
  works: readonly DraftableWork[];
  projections: Projections;
  drafter: Pick<Drafter, 'model' | 'promptVersion'>;
  /** UTC timestamp for the history. */
  at: string;
}

/** One fragment to be sent. */
export interface DraftJob {
  work: DraftableWork;
  input: FragmentInput;
  lint: WorkLint;
  regenerate: boolean;
  /** Digest of the entry that the draft would replace; null when there is none. */
  basis: string | null;
}

/** What happens to the fragments that have a gist or need one; each is counted in one of the first six. */
export interface DraftCounts {
  /** Drafted now, and passed. */
  drafted: number;
  /** Drafted before, and current. */
  skipped: number;
  /** Written by a person, and passing. */
  kept: number;
  /** Without a usable gist: a draft that failed twice, now or before, or an edit that no longer passes. */
  failed: number;
  /** Stored, and not asked for as `semantic` now. */
  carried: number;
  /** Drafted now, but a person or another run decided first; their word stands. */
  overtaken: number;
  /** Written by a person for another text than the present one; counted above as well. */
  stale: number;
}

/** A plan. */
export interface DraftPlan {
  jobs: DraftJob[];
  /** What re-linting what people wrote has changed. */
  changes: DraftChange[];
  counts: DraftCounts;
  /** Ids of fragments without a usable gist, in source order. */
  failedIds: string[];
  /** Ids of fragments whose written gist is stale, in source order. */
  staleIds: string[];
}

/** Raised when a run is asked for something that is not in the archive. */
export class UnknownSelectionError extends ArchiveError {
  constructor({ option, count }: { option: 'only' | 'regenerate'; count: number }) {
    super('unknown-selection', {
      message: `${count} ids of \`${option}\` name neither a fragment nor a work of this archive`,
      help: 'look the ids up with `archive gists list`',
    });
  }
}

/** Says what a run would do. @throws {UnknownSelectionError} when an id of the selection is nowhere */
export function planDrafts(options: DraftPlanOptions): DraftPlan {
  const { works, projections, drafter, only, regenerate = false, regenerateBefore, at } = options;
  if (only !== undefined) checkSelection(works, 'only', only);
  if (typeof regenerate !== 'boolean') checkSelection(works, 'regenerate', regenerate);
  const plan: DraftPlan = {
    jobs: [],
    changes: [],
    counts: { drafted: 0, skipped: 0, kept: 0, failed: 0, carried: 0, overtaken: 0, stale: 0 },
    failedIds: [],
    staleIds: [],
  };
  const others = createOtherWorksMatcher(works);
  for (const work of works) {
    const lint = workLint(work, others);
    for (const input of work.fragments) {
      if (only !== undefined && !isSelected(input, only)) continue;
      const isMeant = typeof regenerate === 'boolean' ? regenerate : isSelected(input, regenerate);
      const madeAt = projections.projections[input.id]?.generatedAt ?? '';
      const again = isMeant && !(regenerateBefore !== undefined && madeAt > regenerateBefore);
      planFragment(plan, { work, input, lint, again, projections, drafter, at });
    }
    lint.release();
  }
  return plan;
}

interface FragmentContext {
  work: DraftableWork;
  input: FragmentInput;
  lint: WorkLint;
  again: boolean;
  projections: Projections;
  drafter: Pick<Drafter, 'model' | 'promptVersion'>;
  at: string;
}

function planFragment(
  { jobs, changes, counts, failedIds, staleIds }: DraftPlan,
  { work, input, lint, again, projections, drafter, at }: FragmentContext,
): void {
  const stored = projections.projections[input.id];
  const basis = stored === undefined ? null : entryDigest(stored);
  const task = judgeFragment(input, projections, { work, lint, drafter, regenerate: again });
  switch (task.kind) {
    case 'nothing':
      return;
    case 'carried':
      counts.carried += 1;
      return;
    case 'draft':
      jobs.push({ work, input, lint, regenerate: again, basis });
      return;
    case 'current':
      counts[task.failed ? 'failed' : 'skipped'] += 1;
      if (task.failed) failedIds.push(input.id);
      return;
    case 'kept': {
      const isFailed = task.next.lint === 'failed';
      counts[isFailed ? 'failed' : 'kept'] += 1;
      if (isFailed) failedIds.push(input.id);
      if (task.stale) {
        counts.stale += 1;
        staleIds.push(input.id);
      }
      if (task.action === undefined) return;
      const event = {
        fragmentId: input.id,
        action: task.action,
        contentHash: projectionContentHash(input.text),
        at,
      };
      changes.push({
        fragmentId: input.id,
        basis,
        next: task.next,
        event,
        fingerprint: fingerprintOf(input),
      });
      return;
    }
    default:
      task satisfies never;
  }
}

function isSelected({ id, entityId }: FragmentInput, ids: ReadonlySet<string>): boolean {
  return ids.has(id) || ids.has(entityId);
}

function checkSelection(
  works: readonly DraftableWork[],
  option: 'only' | 'regenerate',
  ids: ReadonlySet<string>,
): void {
  const known = new Set(
    works.flatMap(({ entity, fragments }) => [entity.id, ...fragments.map(({ id }) => id)]),
  );
  const unknown = [...ids].filter((id) => !known.has(id));
  if (unknown.length > 0) throw new UnknownSelectionError({ option, count: unknown.length });
}
