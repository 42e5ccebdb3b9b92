/**
 * What a stage of a search is, and how stages run.
 *
 * A stage is one file with a name, a guard, a way to fail and a run; the registry fixes the order. Stages share one list
 * of fragments with one score each: later stages read what earlier ones wrote. A state is a value, so a stage that fails
 * half way leaves nothing behind.
 */
import type { Candidate, Question } from '../rank.ts';
import type { EvidenceHit, ServedExposure } from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import type { Fusion } from '../fusion.ts';
import type { SearchOptions } from '../options.ts';
import type { WordShares } from './word-shares.ts';

/** Parts of a search, in the order in which they run. */
export const PHASES = ['lane', 'pool', 'merge', 'refine', 'window'] as const;

/** Part of a search: find, gather, add up, weigh and narrow, cut and cross. */
export type Phase = (typeof PHASES)[number];

/** A question made ready; no stage changes it. */
export interface Asked {
  readonly question: Question;
  readonly options: SearchOptions;
  /** On the 0.05 grid. */
  readonly floor: number;
  /** On the 0.05 grid, or infinite. */
  readonly cap: number;
  readonly fusion: Fusion;
  /** Whether there is a vector to compare with; without one every cosine counts as 0. */
  readonly hasVector: boolean;
}

/** A fragment in the pool, with the score so far. */
export interface Pooled {
  readonly candidate: Candidate;
  readonly score: number;
  /** Parts of the score of public text, in the order in which they were added; empty for anything else. */
  readonly breakdown: Readonly<Record<string, number>>;
  /** The score as it would be if nobody had looked for words; on the grid for what is not exposed as text. */
  readonly wordless: number;
  /** The most it may show, where a ceiling said so. */
  readonly most?: ServedExposure;
}

/** What is known at one point of a search. */
export interface PipelineState {
  /** Fragments that passed the filters, with their cosines. */
  readonly candidates: readonly Candidate[];
  /** Fragments that passed every filter but the date, for carrying none. */
  readonly undated: readonly Candidate[];
  readonly shares: WordShares;
  readonly pool: readonly Pooled[];
  /** Ranked, with released scores, before caps. */
  readonly ranked: readonly RankedHit[];
  readonly window: readonly RankedHit[];
  readonly hits: readonly EvidenceHit[];
}

/** A pooled fragment and the hit that passes over the list may see. */
export interface RankedHit {
  readonly pooled: Pooled;
  readonly hit: ScoredHit;
}

/** One step of a search. */
export interface Stage {
  /** Unique in the registry. */
  readonly name: string;
  readonly phase: Phase;
  /** `additive`: the search goes on without it. `blocking`: what it throws ends the search. */
  readonly failure: 'additive' | 'blocking';
  /** Whether it has anything to do; pure. Default: yes. */
  when?(asked: Asked): boolean;
  /** Work that needs the question alone; done for every stage before the first one runs, so that a lane could wait for others. */
  prefetch?(asked: Asked): unknown;
  /** Yields the next state. */
  run(state: PipelineState, asked: Asked, prefetched: unknown): PipelineState;
}

/** What a stage did. Counts hold what callers never see: for the private side alone. */
export interface StageTrace {
  readonly stage: string;
  readonly phase: Phase;
  readonly outcome: 'ran' | 'skipped' | 'failed';
  /** Fragments in the pool after it. */
  readonly pool: number;
}

type Prefetched = { readonly value: unknown } | { readonly error: unknown };

/**
 * Runs stages in their order.
 *
 * @param trace  is told of each stage in turn
 */
export function runStages(
  stages: readonly Stage[],
  asked: Asked,
  start: PipelineState,
  trace?: (record: StageTrace) => void,
): PipelineState {
  const due = stages.map((stage) => stage.when?.(asked) ?? true);
  const fetched = stages.map((stage, at): Prefetched => {
    if (due[at] !== true || stage.prefetch === undefined) return { value: undefined };
    try {
      return { value: stage.prefetch(asked) };
    } catch (error) {
      return { error };
    }
  });
  let state = start;
  for (const [at, stage] of stages.entries()) {
    const outcome = due[at] === true ? attempt(stage, fetched[at] as Prefetched) : 'skipped';
    trace?.({ stage: stage.name, phase: stage.phase, outcome, pool: state.pool.length });
  }
  return state;

  function attempt(stage: Stage, prefetched: Prefetched): 'ran' | 'failed' {
    try {
      if ('error' in prefetched) throw prefetched.error;
      state = stage.run(state, asked, prefetched.value);
      return 'ran';
    } catch (error) {
      if (stage.failure === 'blocking') throw error;
      return 'failed';
    }
  }
}
