/**
 * A gold suite ready to run: what is asked, and what must and must not come back.
 */
import type { AnswerMode, SearchFilters } from '@archive/contract';
import type { Canary } from '../canary/canary.ts';
import type { SafePattern } from './safe-pattern.ts';

/** One question and what is demanded of its hits and its answer. Absent demands are empty lists. */
export interface GoldQuery {
  readonly id: string;
  /** The question, `{{author}}` filled in. */
  readonly query: string;
  readonly limit?: number;
  readonly filters?: SearchFilters;
  readonly recency?: 'none' | 'prefer-recent' | 'auto';
  readonly expect: {
    /** Ids of works or fragments, the one of `top` among them. */
    readonly sources: readonly string[];
    readonly top?: string;
    /** Modes the answer may have; empty when any will do. */
    readonly modes: readonly AnswerMode[];
    readonly cites: readonly string[];
    readonly related: readonly string[];
    readonly answer: readonly SafePattern[];
  };
  readonly forbid: {
    readonly sources: readonly string[];
    readonly cites: readonly string[];
    readonly prose: boolean;
    readonly answer: readonly SafePattern[];
  };
  readonly tags: readonly string[];
  readonly note?: string;
}

/** A suite. */
export interface GoldSuite {
  /** The file, as the caller named it. */
  readonly path: string;
  readonly queries: readonly GoldQuery[];
  /** Those the suite states; undefined when it says nothing of them. */
  readonly canaries: readonly Canary[] | 'none' | undefined;
}

/** Whether the archive is expected to refuse: `not-found` is the only mode allowed. */
export function expectsRefusal({ expect: { modes } }: Pick<GoldQuery, 'expect'>): boolean {
  return modes.length === 1 && modes[0] === 'not-found';
}

/** Whether a refusal would be wrong: something is expected that a refusal does not have. */
export function expectsAnswer({ expect }: Pick<GoldQuery, 'expect'>): boolean {
  const { modes, sources, cites, related, answer } = expect;
  if (modes.length > 0) return !modes.includes('not-found');
  return [sources, cites, related, answer].some((demands) => demands.length > 0);
}
