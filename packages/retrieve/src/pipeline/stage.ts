/**
 * What a stage of a hybrid search is, and how stages run.
 *
 * A stage is one file with a name, a guard, a way to fail and a run; the registry fixes the order. Stages share one list
 * of rows with one score each: later stages read what earlier ones wrote. A state is a value, so a stage that fails half
 * way leaves nothing behind.
 */
import type { EvidenceHit, ServedExposure } from '@archive/contract';
import type { ScoredHit } from '@archive/contract/private';
import type { Fusion } from '../fusion.ts';
import type { QuerySyntax } from '../lexical/query-syntax.ts';
import type { RequiredEntries } from '../lexical/required-entries.ts';
import type { SearchOptions } from '../options.ts';
import type { Question } from '../rank.ts';
import type { Boosts } from '../select/boosts.ts';
import type { ScoredRow } from '../select/select-best.ts';
import type { WordShares } from './word-shares.ts';

/** Part of a search, in the order in which they run: find, gather, add up, weigh and narrow, cut and cross. */
export type Phase = 'lane' | 'pool' | 'merge' | 'refine' | 'window';

/** A question made ready; no stage changes it. */
export interface Asked {
  /** Its candidates hold every demanded phrase. */
  readonly question: Question;
  readonly syntax: QuerySyntax;
  /** Who holds the demanded phrases; absent where none is demanded. */
  readonly required?: RequiredEntries;
  readonly options: SearchOptions;
  /** On the 0.05 grid. */
  readonly floor: number;
  /** On the 0.05 grid, or infinite. */
  readonly cap: number;
  readonly fusion: Fusion;
  /** Whether there is a vector to compare with; without one every cosine counts as 0. */
  readonly hasVector: boolean;
  /** Whether the ceiling is asked about public text. */
  readonly asksText: boolean;
  /** Whether every hit has to be ranked: somebody looks at the whole list. */
  readonly ranksAll: boolean;
}

/** A fragment in the pool, with its released score so far. */
export interface PooledRow extends ScoredRow {
  /** Score of what is not exposed as text before anybody looked at words; absent where its face alone found it. */
  readonly wordless?: number;
  /** Its hit, where it had to be made already. */
  readonly hit?: ScoredHit;
  /** The most it may show, where a ceiling said so. */
  readonly most?: ServedExposure;
}

/** What is known at one point of a search. */
export interface PipelineState {
  /** What words say. */
  readonly shares: WordShares;
  /** What plugins say of what is exposed as text. */
  readonly textBoosts: Boosts;
  /** What those say of the rest that may. */
  readonly otherBoosts: Boosts;
  /** Fragments exposed as text: the best of them, or all that reach the floor where all are looked at. */
  readonly texts: readonly PooledRow[];
  /** How many of those reach the floor. */
  readonly textMatched: number;
  /** Everything else that reaches the floor. */
  readonly others: readonly PooledRow[];
  /** By released score. */
  readonly ranked: readonly PooledRow[];
  /** The same in the order in which the caps take them, where that is another. */
  readonly preferred?: readonly PooledRow[];
  readonly window: readonly PooledRow[];
  readonly hits: readonly EvidenceHit[];
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
  /** Work that needs the question alone; done for every stage before the first one runs. What it throws counts as thrown by `run`. */
  prefetch?(asked: Asked): unknown;
  /** Yields the next state. */
  run(state: PipelineState, asked: Asked, prefetched: unknown): PipelineState;
}

/** What a stage did. The counts hold what callers never see: for the private side alone. */
export interface StageTrace {
  readonly stage: string;
  readonly phase: Phase;
  readonly outcome: 'ran' | 'skipped' | 'failed';
  /** Rows in the pool after it. */
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
  const due = stages.filter((stage) => stage.when?.(asked) ?? true);
  const fetched = new Map(due.map((stage) => [stage, prefetch(stage, asked)]));
  let state = start;
  for (const stage of stages) {
    const prefetched = fetched.get(stage);
    let outcome: StageTrace['outcome'] = 'skipped';
    if (prefetched !== undefined) {
      try {
        if ('error' in prefetched) throw prefetched.error;
        state = stage.run(state, asked, prefetched.value);
        outcome = 'ran';
      } catch (error) {
        // Where words are all there is, nothing may be missing without anybody knowing.
        if (stage.failure === 'blocking' || !asked.hasVector) throw error;
        outcome = 'failed';
      }
    }
    trace?.({
      stage: stage.name,
      phase: stage.phase,
      outcome,
      pool: state.texts.length + state.others.length,
    });
  }
  return state;
}

function prefetch(stage: Stage, asked: Asked): Prefetched {
  try {
    return { value: stage.prefetch?.(asked) };
  } catch (error) {
    return { error };
  }
}
