/**
 * Carries a plan out: a few requests at a time, each finished draft kept before it counts, until all is done or one fails.
 */
import { ArchiveError } from '@archive/contract';
import { projectionContentHash, type Projections } from '@archive/index';
import { assertMayDraft } from './assert-may-draft.ts';
import { fingerprintOf } from './author-context.ts';
import { entryDigest } from './draft-change.ts';
import { type AllowedNames, draftFragment } from './draft-fragment.ts';
import {
  type DraftCounts,
  type DraftJob,
  type DraftPlan,
  type DraftSelection,
  planDrafts,
} from './draft-plan.ts';
import type { DraftStore } from './draft-store.ts';
import type { DraftableWork } from './draftable-work.ts';
import type { Drafter, DraftUsage } from './drafter.ts';
import { judgeFragment } from './judge-fragment.ts';

/** What every run is given. */
export interface DraftRunOptions extends DraftSelection {
  /** All works of the archive, their fragments in source order. */
  works: readonly DraftableWork[];
  drafter: Drafter;
  /** UTC timestamp of the moment. */
  now: () => string;
  /** Requests at a time, at least 1; default 4. */
  concurrency?: number;
  /** Proper names that drafts may use; default none. Changing it drafts nothing again by itself. */
  allowedNames?: AllowedNames;
  /** The owner's word that unreleased text may leave this machine for the drafter; default no. */
  allowPrivate?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: DraftProgress) => void;
}

/** Where a run stands: told at the start, after each fragment, and when a server asks to wait. */
export interface DraftProgress {
  /** Fragments that have been to the drafter, or that somebody else decided about meanwhile. */
  done: number;
  /** Fragments that are to go there in this run. */
  total: number;
  stats: Readonly<DraftCounts>;
  usage: Readonly<DraftRunUsage>;
  /** Since the run began, in milliseconds. */
  elapsedMs: number;
  /** Until the end at the pace so far, in milliseconds; undefined before the first fragment is done. */
  etaMs: number | undefined;
  /** How long the drafter waits before it goes on, in milliseconds; only in an event that is about waiting. */
  waitMs?: number;
}

/** What a run cost. */
export interface DraftRunUsage extends DraftUsage {
  /** Drafts asked for; more than fragments where a first draft did not pass. */
  requests: number;
}

/** What a run came to. */
export interface DraftRun {
  /** The decisions as they are now. */
  projections: Projections;
  stats: DraftCounts;
  usage: DraftRunUsage;
  /** Ids of fragments without a usable gist, in source order. */
  failedIds: string[];
  /** Ids of fragments whose written gist is stale, in source order. */
  staleIds: string[];
  /** Fragments that are still to be drafted; 0 unless the run was stopped. */
  remaining: number;
}

/** Raised when a run ended early: everything finished is kept, and the next run goes on from there. */
export class DraftStoppedError extends ArchiveError {
  /** What was reached. */
  readonly run: DraftRun;

  constructor({ run, cause }: { run: DraftRun; cause: unknown }) {
    const why = cause instanceof ArchiveError ? `: ${cause.message}` : '';
    super('draft-stopped', {
      message: `drafting stopped with ${run.remaining} fragments to go${why}`,
      help: 'run it again: what is finished is kept and not paid for twice',
      cause,
    });
    this.run = run;
  }
}

/** Plans and carries out a run over a store, and closes the store. @throws {DraftStoppedError} with what was reached */
export async function runDrafts(options: DraftRunOptions, store: DraftStore): Promise<DraftRun> {
  const { works, concurrency = 4 } = options;
  const plan = await planned(options, store);
  const run = new Run(options, plan, store);
  let failure: { cause: unknown } | undefined;
  try {
    await store.record(plan.changes);
    await run.drain(Math.max(1, Math.floor(concurrency)));
  } catch (cause) {
    failure = { cause };
  }
  let projections: Projections;
  try {
    projections = await store.close();
  } catch (cause) {
    failure ??= { cause };
    projections = await store
      .current()
      .catch(() => ({ projections: {}, overrides: {}, fingerprints: {}, history: [] }));
  }
  const result = run.result(projections, works);
  if (failure !== undefined) throw new DraftStoppedError({ run: result, cause: failure.cause });
  return result;
}

/** The plan, once it is clear that its texts may be sent where they would go; nothing is written before. */
async function planned(options: DraftRunOptions, store: DraftStore): Promise<DraftPlan> {
  const { drafter, now, allowPrivate } = options;
  try {
    const plan = planDrafts({ ...options, projections: await store.current(), at: now() });
    assertMayDraft(drafter, {
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
      fragments: plan.jobs.length,
      works: new Set(plan.jobs.map(({ work }) => work)).size,
    });
    return plan;
  } catch (error) {
    await store.close();
    throw error;
  }
}

class Run {
  readonly #options: DraftRunOptions;
  readonly #plan: DraftPlan;
  readonly #store: DraftStore;
  readonly #stats: DraftCounts;
  readonly #usage: DraftRunUsage = { requests: 0, inputTokens: 0, outputTokens: 0 };
  readonly #failedIds: Set<string>;
  /** How each fragment drafted in this run is counted. */
  readonly #countedAs = new Map<string, 'drafted' | 'failed'>();
  /** Jobs of each work that are not done, so that its matcher can be let go. */
  readonly #left = new Map<DraftableWork, number>();
  readonly #begun = performance.now();
  #next = 0;
  #done = 0;
  #failure: { cause: unknown } | undefined;

  constructor(options: DraftRunOptions, plan: DraftPlan, store: DraftStore) {
    this.#options = options;
    this.#plan = plan;
    this.#store = store;
    this.#stats = { ...plan.counts };
    this.#failedIds = new Set(plan.failedIds);
    for (const { work } of plan.jobs) this.#left.set(work, (this.#left.get(work) ?? 0) + 1);
  }

  /** Works through the jobs; after a failure the requests that are under way are awaited and kept. */
  async drain(concurrency: number): Promise<void> {
    this.#tell();
    await Promise.all(
      Array.from({ length: Math.min(concurrency, this.#plan.jobs.length) }, () => this.#worker()),
    );
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  async #worker(): Promise<void> {
    const { signal } = this.#options;
    while (this.#failure === undefined) {
      const job = this.#plan.jobs[this.#next];
      if (job === undefined) return;
      this.#next += 1;
      try {
        signal?.throwIfAborted();
        await this.#do(job);
      } catch (cause) {
        this.#failure ??= { cause };
        return;
      }
      this.#done += 1;
      this.#letGo(job);
      this.#tell();
    }
  }

  async #do(job: DraftJob): Promise<void> {
    const { drafter, allowedNames, now, signal } = this.#options;
    const { input } = job;
    if (!(await this.#isStillWanted(job))) {
      this.#stats.overtaken += 1;
      return;
    }
    const { next, requests, usage } = await draftFragment(job, {
      drafter,
      now,
      ...(allowedNames === undefined ? {} : { allowedNames }),
      options: { ...(signal && { signal }), onWait: (waitMs) => this.#tell(waitMs) },
    });
    this.#usage.requests += requests;
    this.#usage.inputTokens += usage.inputTokens;
    this.#usage.outputTokens += usage.outputTokens;
    const action = next.lint === 'failed' ? 'draft-failed' : job.basis === null ? 'drafted' : 'redrafted';
    await this.#store.record([
      {
        fragmentId: input.id,
        basis: job.basis,
        next,
        event: { fragmentId: input.id, action, contentHash: projectionContentHash(input.text), at: now() },
        fingerprint: fingerprintOf(input),
      },
    ]);
    const outcome = next.lint === 'failed' ? 'failed' : 'drafted';
    this.#stats[outcome] += 1;
    this.#countedAs.set(input.id, outcome);
    if (outcome === 'failed') this.#failedIds.add(input.id);
  }

  /** Looks once more before a text is sent: its author may have narrowed, written or reviewed since the plan was made. */
  async #isStillWanted(job: DraftJob): Promise<boolean> {
    const projections = await this.#store.current();
    const { work, input, lint, basis } = job;
    const present = projections.projections[input.id];
    const isAsPlanned = present === undefined ? basis === null : entryDigest(present) === basis;
    const { drafter } = this.#options;
    const regenerate = job.regenerate && isAsPlanned;
    const { kind } = judgeFragment(input, projections, { work, lint, drafter, regenerate });
    if (kind === 'draft' && !isAsPlanned) job.basis = present === undefined ? null : entryDigest(present);
    return kind === 'draft';
  }

  #letGo({ work, lint }: DraftJob): void {
    const left = (this.#left.get(work) ?? 1) - 1;
    this.#left.set(work, left);
    if (left === 0) lint.release();
  }

  #tell(waitMs?: number): void {
    const total = this.#plan.jobs.length;
    const elapsedMs = performance.now() - this.#begun;
    this.#options.onProgress?.({
      done: this.#done,
      total,
      stats: { ...this.#stats },
      usage: { ...this.#usage },
      elapsedMs,
      etaMs: this.#done === 0 ? undefined : (elapsedMs / this.#done) * (total - this.#done),
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }

  result(projections: Projections, works: readonly DraftableWork[]): DraftRun {
    const stats = { ...this.#stats };
    for (const id of this.#store.overtaken) {
      const outcome = this.#countedAs.get(id);
      if (outcome === undefined) continue; // A verdict on what somebody has written anew since.
      stats[outcome] -= 1;
      stats.overtaken += 1;
      this.#failedIds.delete(id);
    }
    const order = works.flatMap(({ fragments }) => fragments.map(({ id }) => id));
    return {
      projections,
      stats,
      usage: { ...this.#usage },
      failedIds: order.filter((id) => this.#failedIds.has(id)),
      staleIds: this.#plan.staleIds,
      remaining: this.#plan.jobs.length - this.#done,
    };
  }
}
